"""HTML of a Report, for notebooks."""

from __future__ import annotations

from html import escape

from replcalc.render.report import Report, cell_text


def report_html(report: Report) -> str:
    """Plain tables, no scripts, no styles beyond alignment."""
    worth = f" <small>{escape(report.status)}</small>" if report.status else ""
    parts = [f"<h4>{escape(report.heading)}{worth}</h4>"] if report.heading else []
    parts += [f"<p>{escape(line)}</p>" for line in report.lead]
    for table in report.tables:
        head = "".join(f"<th>{escape(column)}</th>" for column in table.columns)
        body = "".join(
            "<tr>"
            + "".join(
                f'<td style="text-align:{"right" if p in table.right else "left"}">{escape(cell_text(cell))}</td>'
                for p, cell in enumerate(row)
            )
            + "</tr>"
            for row in table.rows
        )
        caption = f"<caption>{escape(table.title)}</caption>" if table.title else ""
        parts.append(f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>")
    parts += [f"<p>{escape(note)}</p>" for note in report.notes]
    return "".join(parts)
