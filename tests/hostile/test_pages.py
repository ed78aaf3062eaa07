"""A page of Markdown that shows hostile records holds no live tag, link or picture, and no heading but its own."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memdb import Draft
from memdb.records import Place
from memdb_cli.markdown_pages import write_pages

PIECES = (
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<!-- ", "<?php ", "<https://evil.example>",
    "</blockquote>",
    "[here](https://evil.example)", "![](https://evil.example/x.png)", "[here][r]", "[r]: https://evil.example", "](",
    "```", "````", "~~~", "``` x`", "`", "---", "===", "# Heading", "title: x", "| a | b |", "- ", "1. ", "> ", "    ",
    "\t", " ", "\\", "\n", "\n\n", "\r", "\r\n", "&lt;script>", "word", "\u2028", "\x0b", "*", "**", "\xa0", "  ```",
)  # fmt: skip
TEXT = st.lists(st.sampled_from(PIECES), max_size=14).map("".join)
ALLOWED = re.compile(
    r"</?(?:h1|p|strong|em|blockquote|ul|ol|li|pre|code|hr|br|h[2-6])(?: /)?>"
    r'|<ol start="\d+">|<code class="language-[^"<>]*">'
)


@pytest.fixture(scope="module")
def rendered(tmp_path_factory):
    markdown = pytest.importorskip("markdown_it").MarkdownIt("commonmark", {"html": True})

    def render(draft):
        folder = tmp_path_factory.mktemp("pages") / "out"
        write_pages(folder, [draft], overwrite=False)
        (page,) = folder.rglob("*.md")
        return markdown.render(page.read_text(encoding="utf-8"))

    return render


@given(text=TEXT, name=TEXT, speaks=st.booleans())
@example(text="- ```\n  x\n<script>\n```", name="x", speaks=True)
@example(text="```\n\t```\n<script>x</script>", name="x", speaks=True)
@example(text="```\n    ```\n```\n<script>x</script>", name="x", speaks=True)
@example(text="~~~ `\n<b>\n~~~\n\\<script>x", name="\\<script>", speaks=False)
def test_nothing_in_a_record_is_live_on_its_page(rendered, text, name, speaks):
    place = Place(position=1, session_index=1, turn_index=1)
    html = rendered(
        Draft(
            content=text,
            stream="s",
            session=name,
            speaker=name if speaks else None,
            turn=name,
            caption=text,
            image_query=name,
            place=place,
        )
    )
    assert ALLOWED.sub("", html).count("<") == 0
    quoted = re.sub(r"<blockquote>.*</blockquote>", "", html, flags=re.DOTALL)
    assert quoted.count("<h") == 1


def test_code_in_a_record_stays_as_it_is(rendered):
    place = Place(position=1, session_index=1, turn_index=1)
    html = rendered(Draft(content="So:\n```html\n<b>[x](y)</b>\n```\nDone <b>.", stream="s", session="s", place=place))
    assert "&lt;b&gt;[x](y)&lt;/b&gt;\n</code>" in html
    assert "Done &lt;b&gt;." in html
