/* validate/skins.c - layer 3: skins and their inverse bind matrices. */
#include "accessors.h"
#include "schema.h"

/* [glTF 2.0, 3.7.3.1 Overview] */
static void check_matrices(gltf_i_check *check, gltf_i_check_accessor *accessor, int64_t joints, uint32_t skin) {
    static const uint16_t formats[] = {GLTF_I_FORMAT(GLTF_MAT4, GLTF_FLOAT, 0), 0};
    if (gltf_i_accessor_has_stride(check, accessor)) {
        gltf_i_report(check, GLTF_I_SKIN_IBM_ACCESSOR_WITH_BYTESTRIDE,
                      "bufferView %n of inverse bind matrices has a byteStride", words_of(accessor->view, 0));
    }
    if (!gltf_i_accessor_is(accessor, formats)) {
        gltf_i_report(check, GLTF_I_SKIN_IBM_INVALID_FORMAT, "the accessor is %t, not MAT4 FLOAT",
                      words_text(gltf_i_accessor_format(check, accessor)));
    } else {
        gltf_i_accessor_ask(check, accessor, GLTF_I_RULE_MATRICES, skin, 0);
    }
    if (joints != GLTF_I_BROKEN && accessor->count < joints) {
        gltf_i_report(check, GLTF_I_INVALID_IBM_ACCESSOR_COUNT, "%n inverse bind matrices for %n joints",
                      words_of(accessor->count, joints));
    }
}

static void check_skin(gltf_i_check *check, gltf_i_text object, uint32_t index) {
    gltf_i_field fields[GLTF_I_SCHEMA_MAX];
    gltf_i_schema_read(check, &gltf_i_schema_skin, object, fields);
    const int64_t joints = fields[GLTF_I_SKIN_JOINTS].number;
    const int64_t matrices = fields[GLTF_I_SKIN_MATRICES].number;
    check->skins[index] = joints == GLTF_I_BROKEN ? 0 : joints;
    if (matrices == GLTF_I_BROKEN) {
        return;
    }
    gltf_i_check_accessor *const accessor = gltf_i_accessor_of(check, matrices);
    if (!accessor) {
        gltf_i_report_at(check, GLTF_I_UNRESOLVED_REFERENCE, "inverseBindMatrices", "there is no accessor %n",
                         words_of(matrices, 0));
        return;
    }
    gltf_i_accessor_use(check, accessor, GLTF_I_ROLE_MATRICES, GLTF_I_VIEW_MATRICES, text_of("inverseBindMatrices"));
    gltf_i_path_name(check, "inverseBindMatrices");
    check_matrices(check, accessor, joints, index);
    gltf_i_path_pop(check);
}

void gltf_i_check_skins(gltf_i_check *check, gltf_i_text array) {
    check->skin_count = gltf_i_schema_array(check, "skins", array, sizeof *check->skins, &check->skins);
    if (check->skin_count > 0) {
        gltf_i_schema_each(check, "skins", array, check_skin);
    }
}
