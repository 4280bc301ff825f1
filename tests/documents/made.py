"""Documents made by hand, as small as their formats allow, and broken ones."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Mapping

WORDS = "The flood in Ipswich closed two bridges. People left their houses."
_CORE = (
    '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" '
    'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/">'
    "<dc:title>Situation report 3</dc:title><dc:creator>Ann Smith</dc:creator>"
    "<dcterms:created>2026-03-01T08:15:00Z</dcterms:created>"
    "<dcterms:modified>2026-03-02T09:00:00Z</dcterms:modified></cp:coreProperties>"
)


def pdf(
    lines: tuple[str, ...] = (WORDS,),
    info: str = "/Title (Situation report 3) /Author (Ann Smith) /CreationDate (D:20260301081500+01'00')",
    link: str = "http://a.example/more",
    pages: int = 1,
) -> bytes:
    """Return a PDF with some lines on its first page, and a link over the first of them."""
    shown = " T* ".join(f"({line}) Tj" for line in lines)
    stream = f"BT /F1 12 Tf 14 TL 72 720 Td {shown} ET".encode("latin-1")
    kids = " ".join(["3 0 R"] * pages)
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {pages} >>".encode(),
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Annots [6 0 R] "
        b"/Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        b"<< /Type /Annot /Subtype /Link /Rect [70 715 500 735] "
        b"/A << /S /URI /URI (%s) >> >>" % link.encode(),
        f"<< {info} >>".encode(),
    ]
    return assembled(objects, "/Info 7 0 R")


def pdf_in_letters(text: str) -> bytes:
    """Return a PDF in any script: its letters have numbers, and a table says what they mean."""
    letters = sorted(set(text))
    codes = {letter: f"{number:02x}" for number, letter in enumerate(letters, 33)}
    means = "".join(f"<{codes[letter]}> <{ord(letter):04x}>\n" for letter in letters)
    table = (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /A def\n"
        "1 begincodespacerange <00> <ff> endcodespacerange\n"
        f"{len(letters)} beginbfchar\n{means}endbfchar endcmap end end"
    ).encode()
    shown = f"BT /F1 12 Tf 72 720 Td <{''.join(map(codes.__getitem__, text))}> Tj ET".encode()
    return assembled(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R "
            b"/Resources << /Font << /F1 5 0 R >> >> >>",
            b"<< /Length %d >>\nstream\n%s\nendstream" % (len(shown), shown),
            b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 6 0 R >>",
            b"<< /Length %d >>\nstream\n%s\nendstream" % (len(table), table),
        ]
    )


def pdf_with_password() -> bytes:
    """Return a PDF that nobody can open without its password."""
    unknown = bytes(range(64, 96)).hex()
    return assembled(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [] /Count 0 >>",
            f"<< /Filter /Standard /V 1 /R 2 /O <{unknown}> /U <{unknown}> /P -4 >>".encode(),
        ],
        "/Encrypt 3 0 R /ID [<00112233445566778899aabbccddeeff> <00112233445566778899aabbccddeeff>]",
    )


def assembled(objects: list[bytes], trailer: str = "") -> bytes:
    """Return a PDF of numbered objects, the catalog first."""
    out = io.BytesIO()
    out.write(b"%PDF-1.7\n")
    places = []
    for number, content in enumerate(objects, 1):
        places.append(out.tell())
        out.write(b"%d 0 obj\n%s\nendobj\n" % (number, content))
    start = out.tell()
    out.write(b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1))
    for place in places:
        out.write(b"%010d 00000 n \n" % place)
    end = (
        f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R {trailer} >>\nstartxref\n{start}\n%%EOF"
    )
    out.write(end.encode())
    return out.getvalue()


def pdf_bomb(size: int = 300_000_000) -> bytes:
    """Return a small PDF whose page unpacks to a huge stream, packed three times."""
    stream = zlib.compress(b"0 0 m " * (size // 6), 9)
    stream = zlib.compress(zlib.compress(stream, 9), 9)
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R >>",
        b"<< /Length %d /Filter [/FlateDecode /FlateDecode /FlateDecode] >>\nstream\n%s\nendstream"
        % (len(stream), stream),
    ]
    return assembled(objects)


def pdf_of_objects(count: int = 100_000) -> bytes:
    """Return a PDF of many objects, each of which needs the next."""
    first = [b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>"]
    page = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R >>"
    chain = [b"%d 0 R" % number for number in range(5, count)]
    return assembled([*first, page, *chain, b"<< /Length 0 >>\nstream\n\nendstream"])


def pdf_of_streams(count: int = 3_000) -> bytes:
    """Return a PDF with one page whose content is one packed stream, again and again."""
    stream = zlib.compress(b"BT (flood) Tj ET " * 60_000, 9)
    contents = b"4 0 R " * count
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents [%s] >>" % contents,
        b"<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream" % (len(stream), stream),
    ]
    return assembled(objects)


def pdf_with_tables_in_a_circle() -> bytes:
    """Return a PDF whose cross-reference table names itself as the one before."""
    body = pdf()
    start = body.rindex(b"xref\n0 ")
    return body.replace(b"/Root 1 0 R", b"/Root 1 0 R /Prev %d" % start)


def pdf_with_many_tables(count: int = 20_000) -> bytes:
    """Return a PDF with many cross-reference tables, each of which names the one before."""
    out = io.BytesIO(pdf())
    start = out.getvalue().rindex(b"xref\n0 ")
    out.seek(0, io.SEEK_END)
    for _ in range(count):
        before, start = start, out.tell() + 1
        table = (
            b"\nxref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 9 /Root 1 0 R /Prev %d >>"
            % before
        )
        out.write(table)
    out.write(b"\nstartxref\n%d\n%%%%EOF" % start)
    return out.getvalue()


def packed(members: Mapping[str, str | bytes]) -> bytes:
    """Return a zip file."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in members.items():
            file.writestr(name, content)
    return out.getvalue()


def docx() -> bytes:
    """Return a document of Word."""
    space = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    body = (
        f'<w:document xmlns:w="{space}" xmlns:r="{relations}"><w:body><w:p><w:r><w:t>Situation report 3</w:t></w:r>'
        f"</w:p><w:p><w:r><w:t>{WORDS}</w:t><w:instrText>PAGE</w:instrText></w:r></w:p>"
        '<w:p><w:hyperlink r:id="r1"><w:r><w:t>More on the flood</w:t></w:r></w:hyperlink></w:p>'
        "</w:body></w:document>"
    )
    links = '<Relationships><Relationship Id="r1" Target="http://a.example/more"/></Relationships>'
    return packed(
        {
            "word/document.xml": body,
            "word/_rels/document.xml.rels": links,
            "docProps/core.xml": _CORE,
            "docProps/app.xml": "<Properties><Pages>4</Pages><Application>Word</Application></Properties>",
        }
    )


def odt(content: str = "") -> bytes:
    """Return a text of OpenDocument."""
    spaces = (
        'xmlns:o="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:x="http://www.w3.org/1999/xlink" '
        'xmlns:t="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/" '
        'xmlns:m="urn:oasis:names:tc:opendocument:xmlns:meta:1.0"'
    )
    body = content or (
        f"<o:body {spaces}><t:h>Situation report 3</t:h><t:p>{WORDS}</t:p>"
        '<t:p><t:a x:href="http://a.example/more">More on the flood</t:a></t:p></o:body>'
    )
    meta = (
        f"<o:meta {spaces}><dc:title>Situation report 3</dc:title><m:initial-creator>Ann Smith</m:initial-creator>"
        '<m:creation-date>2026-03-01T08:15:00</m:creation-date><m:document-statistic m:page-count="4"/></o:meta>'
    )
    return packed({"content.xml": body, "meta.xml": meta})


def xlsx() -> bytes:
    """Return a workbook."""
    return packed(
        {
            "xl/sharedStrings.xml": "<sst><si><t>District</t></si><si><r><t>Ips</t></r><r><t>wich</t></r></si></sst>",
            "xl/worksheets/sheet1.xml": '<worksheet><sheetData><row><c t="s"><v>0</v></c><c t="inlineStr"><is><t>'
            'Houses</t></is></c></row><row><c t="s"><v>1</v></c><c><v>120</v></c></row></sheetData></worksheet>',
            "docProps/core.xml": _CORE,
        }
    )


def epub() -> bytes:
    """Return a book of two chapters."""
    return packed(
        {
            "META-INF/container.xml": '<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>',
            "OPS/book.opf": '<package xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata><dc:title>Situation report 3'
            "</dc:title><dc:creator>Ann Smith</dc:creator><dc:date>2026-03-01</dc:date><dc:language>en</dc:language>"
            '</metadata><manifest><item id="b" href="two.xhtml"/><item id="a" href="one.xhtml"/></manifest>'
            '<spine><itemref idref="a"/><itemref idref="b"/></spine></package>',
            "OPS/one.xhtml": f"<html><head><title>x</title></head><body><p>{WORDS}</p></body></html>",
            "OPS/two.xhtml": "<html><body><p>Second chapter.</p><script>never</script></body></html>",
        }
    )


def rtf() -> bytes:
    """Return a document of Rich Text Format."""
    return (
        rb"{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Times;}}{\info{\title Situation report 3}{\author Ann Smith}"
        rb"{\creatim\yr2026\mo3\dy1\hr8\min15}}{\*\generator Writer}\pard "
        + WORDS.encode()
        + rb"\par Caf\'e9 \u8364?5 {\field{\*\fldinst{HYPERLINK "
        + b'"http://a.example/more"'
        + rb"}}{\fldrslt More}}\par}"
    )
