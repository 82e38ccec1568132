"""The guide's pages, block by block, for the tests in this folder."""
import os, re, sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(HERE, "..", "examples"))
import test_readme                                                   # the README's test knows blocks and how to read files
from model import ROOT

GUIDE = os.path.join(ROOT, "examples", "guide")
PAGES = ("README.md", "recipes.md")
read = test_readme.read


def blocks(page):
    """[(comment above, language, text)]"""
    return test_readme.BLOCK.findall(read(os.path.join("examples", "guide", page)))


def all_blocks(kind):
    """[(page, argument of the comment, text)] of the blocks whose comment begins with `kind`"""
    return [(page, comment[len(kind):].strip(), text) for page in PAGES for comment, _, text in blocks(page) if comment.startswith(kind)]


def pieces(text):
    """the parts of a block between lines of three dots"""
    return [p for p in re.split(r"(?m)^\.\.\.\n", text) if p.strip()]
