"""Pages of the notebooks, as they are stored: ``python docs/notebook_pages.py site/shown``.

Nothing is run: the texts become HTML, and the outputs show what the notebooks hold.
"""

from __future__ import annotations

import json
import re
import sys
from html import escape
from pathlib import Path
from typing import Any

NOTEBOOKS = Path(__file__).resolve().parent.parent / "examples" / "notebooks"

_PLACE = re.compile(r' href="#[^"]*"')  # of a report that is not here

STYLE = """
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1a2330; background: #fff;
  font: 16px/1.55 system-ui, sans-serif; }
a { color: #1d5bb8; }
pre { overflow-x: auto; padding: .8rem 1rem; border-radius: 8px; font-size: .85rem; line-height: 1.45; }
pre.code { background: #f5f7fa; border-left: 4px solid #1d5bb8; }
pre.said { padding-top: 0; }
figure { margin: 0 0 1.2rem; overflow-x: auto; }
figure > svg { max-width: 100%; height: auto; }
"""

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="icon" href="data:,">
<style>{style}</style>
</head>
<body>
<p><a href="{name}" download>{name}</a> · <a href="../notebooks/">all notebooks</a></p>
{body}
</body>
</html>
"""


def page(stored: dict[str, Any], name: str) -> str:
    """A notebook as a page of its own, which needs no script."""
    title = re.search(r"^# (.+)$", stored["cells"][0]["source"], flags=re.MULTILINE)
    assert title is not None, f"{name} has no title"
    parts = [part for cell in stored["cells"] for part in shown(cell)]
    return PAGE.format(title=escape(title[1]), style=STYLE, name=name, body="\n".join(parts))


def shown(cell: dict[str, Any]) -> list[str]:
    """A cell and its outputs."""
    if cell["cell_type"] == "markdown":
        from markdown import markdown

        return [re.sub(r'"\.\./\.\./docs/([\w/-]+)\.md', r'"../\1/', markdown(cell["source"]))]
    found = [f'<pre class="code">{escape(cell["source"])}</pre>']
    for output in cell["outputs"]:
        if output["output_type"] == "stream":
            found.append(f'<pre class="said">{escape(output["text"])}</pre>')
        else:
            data = output["data"]
            plain = f"<pre>{escape(data['text/plain'])}</pre>"
            drawn = data.get("text/html") or data.get("image/svg+xml") or plain
            found.append(f"<figure>{_PLACE.sub('', drawn)}</figure>")
    return found


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for path in sorted(NOTEBOOKS.glob("*.ipynb")):
        text = path.read_text(encoding="utf-8")
        (folder / path.name).write_text(text, encoding="utf-8")
        (folder / f"{path.stem}.html").write_text(
            page(json.loads(text), path.name), encoding="utf-8"
        )


if __name__ == "__main__":
    main()
