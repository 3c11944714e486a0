/** A document as data; the kinds of blocks a tender needs. */
export type Block =
  | { title: string; under?: readonly string[] }
  | { heading: string; level?: 1 | 2 }
  | { text: string; align?: 'left' | 'right' | 'center' }
  | { list: readonly string[] }
  | { table: readonly (readonly string[])[]; widths: readonly number[] }
  | { pageBreak: true }

export interface Document {
  name: string
  /** Shown at the head of every page. */
  running: string
  author: string
  blocks: readonly Block[]
}

/** The document as flat OpenDocument XML, A4, with 第 x 页 共 y 页; LibreOffice makes docx and PDF of it. */
export function toFodt({ name, running, author, blocks }: Document): string {
  const widths = new Map<string, string>()
  const body = blocks.map((block, i) => blockXml(block, i, widths)).join('\n')
  return `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:meta="urn:oasis:names:tc:opendocument:xmlns:meta:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text">
<office:meta><dc:title>${x(name)}</dc:title><meta:initial-creator>${x(author)}</meta:initial-creator><dc:creator>${x(author)}</dc:creator></office:meta>
<office:font-face-decls>
<style:font-face style:name="Song" svg:font-family="'Noto Serif CJK SC'"/><style:font-face style:name="Hei" svg:font-family="'Noto Sans CJK SC'"/>
</office:font-face-decls>
<office:styles>
<style:default-style style:family="paragraph"><style:paragraph-properties fo:line-height="160%"/><style:text-properties fo:font-size="11pt" style:font-size-asian="11pt" style:font-name="Song" style:font-name-asian="Song" fo:language="zh" fo:country="CN" style:language-asian="zh" style:country-asian="CN"/></style:default-style>
<style:style style:name="Standard" style:family="paragraph"/>
<style:style style:name="Heading_20_1" style:display-name="Heading 1" style:family="paragraph" style:parent-style-name="Standard" style:default-outline-level="1"><style:paragraph-properties fo:margin-top="0.5cm" fo:margin-bottom="0.25cm" fo:keep-with-next="always"/><style:text-properties style:font-name="Hei" style:font-name-asian="Hei" fo:font-size="15pt" style:font-size-asian="15pt" fo:font-weight="bold" style:font-weight-asian="bold"/></style:style>
<style:style style:name="Heading_20_2" style:display-name="Heading 2" style:family="paragraph" style:parent-style-name="Standard" style:default-outline-level="2"><style:paragraph-properties fo:margin-top="0.3cm" fo:margin-bottom="0.15cm" fo:keep-with-next="always"/><style:text-properties style:font-name="Hei" style:font-name-asian="Hei" fo:font-size="12pt" style:font-size-asian="12pt" fo:font-weight="bold" style:font-weight-asian="bold"/></style:style>
<style:style style:name="Body" style:family="paragraph" style:parent-style-name="Standard"><style:paragraph-properties fo:text-indent="0.78cm" fo:text-align="justify" fo:margin-bottom="0.12cm"/></style:style>
<style:style style:name="Item" style:family="paragraph" style:parent-style-name="Standard"><style:paragraph-properties fo:margin-left="0.78cm" fo:margin-bottom="0.08cm"/></style:style>
<style:style style:name="Right" style:family="paragraph" style:parent-style-name="Standard"><style:paragraph-properties fo:text-align="end"/></style:style>
<style:style style:name="Center" style:family="paragraph" style:parent-style-name="Standard"><style:paragraph-properties fo:text-align="center"/></style:style>
<style:style style:name="Title" style:family="paragraph" style:parent-style-name="Standard"><style:paragraph-properties fo:text-align="center" fo:margin-top="4cm" fo:margin-bottom="1cm"/><style:text-properties fo:font-size="24pt" style:font-size-asian="24pt" fo:font-weight="bold" style:font-weight-asian="bold"/></style:style>
<style:style style:name="Cell" style:family="paragraph" style:parent-style-name="Standard"><style:paragraph-properties fo:line-height="130%"/><style:text-properties fo:font-size="9.5pt" style:font-size-asian="9.5pt"/></style:style>
<style:style style:name="CellHead" style:family="paragraph" style:parent-style-name="Cell"><style:paragraph-properties fo:text-align="center"/><style:text-properties style:font-name="Hei" style:font-name-asian="Hei" fo:font-weight="bold" style:font-weight-asian="bold"/></style:style>
<style:style style:name="CellRight" style:family="paragraph" style:parent-style-name="Cell"><style:paragraph-properties fo:text-align="end"/></style:style>
<style:style style:name="Small" style:family="paragraph" style:parent-style-name="Standard"><style:paragraph-properties fo:text-align="center"/><style:text-properties fo:font-size="9pt" style:font-size-asian="9pt" fo:color="#555555"/></style:style>
</office:styles>
<office:automatic-styles>
<style:style style:name="Break" style:family="paragraph" style:parent-style-name="Standard"><style:paragraph-properties fo:break-before="page"/></style:style>
<style:style style:name="T" style:family="table"><style:table-properties style:width="16cm" table:align="margins" fo:margin-top="0.15cm" fo:margin-bottom="0.3cm"/></style:style>
<style:style style:name="C" style:family="table-cell"><style:table-cell-properties fo:border="0.5pt solid #555555" fo:padding="0.1cm" style:vertical-align="middle"/></style:style>
<style:style style:name="H" style:family="table-cell"><style:table-cell-properties fo:border="0.5pt solid #555555" fo:padding="0.1cm" fo:background-color="#eeeeee" style:vertical-align="middle"/></style:style>
${[...widths.values()].join('\n')}
<style:page-layout style:name="A4"><style:page-layout-properties fo:page-width="21cm" fo:page-height="29.7cm" fo:margin-top="2cm" fo:margin-bottom="1.8cm" fo:margin-left="2.5cm" fo:margin-right="2.5cm"/><style:header-style><style:header-footer-properties fo:min-height="0.8cm" fo:margin-bottom="0.4cm"/></style:header-style><style:footer-style><style:header-footer-properties fo:min-height="0.8cm" fo:margin-top="0.4cm"/></style:footer-style></style:page-layout>
</office:automatic-styles>
<office:master-styles><style:master-page style:name="Standard" style:page-layout-name="A4"><style:header><text:p text:style-name="Small">${x(running)}</text:p></style:header><style:footer><text:p text:style-name="Small">第 <text:page-number text:select-page="current">1</text:page-number> 页 共 <text:page-count>1</text:page-count> 页</text:p></style:footer></style:master-page></office:master-styles>
<office:body><office:text>
${body}
</office:text></office:body></office:document>
`
}

function blockXml(block: Block, i: number, widths: Map<string, string>): string {
  if ('title' in block) return p('Title', block.title) + (block.under ?? []).map((line) => p('Center', line)).join('')
  if ('heading' in block) {
    const level = block.level ?? 1
    return `<text:h text:style-name="Heading_20_${level}" text:outline-level="${level}">${x(block.heading)}</text:h>`
  }
  if ('list' in block) return block.list.map((line, n) => p('Item', `${n + 1}. ${line}`)).join('')
  if ('pageBreak' in block) return '<text:p text:style-name="Break"/>'
  if ('text' in block)
    return p(block.align === 'right' ? 'Right' : block.align === 'center' ? 'Center' : 'Body', block.text)
  const [head, ...rows] = block.table
  const columns = block.widths.map((w, n) => {
    const name = `W${i}_${n}`
    widths.set(
      name,
      `<style:style style:name="${name}" style:family="table-column"><style:table-column-properties style:column-width="${w}cm"/></style:style>`,
    )
    return `<table:table-column table:style-name="${name}"/>`
  })
  const cells = (row: readonly string[], cell: string, style: string) =>
    `<table:table-row>${row.map((c) => `<table:table-cell table:style-name="${cell}" office:value-type="string">${p(style === 'Cell' && AMOUNT.test(c) ? 'CellRight' : style, c)}</table:table-cell>`).join('')}</table:table-row>`
  return `<table:table table:name="t${i}" table:style-name="T">${columns.join('')}<table:table-header-rows>${cells(head!, 'H', 'CellHead')}</table:table-header-rows>${rows.map((row) => cells(row, 'C', 'Cell')).join('')}</table:table>`
}

const AMOUNT = /^[\d,]+\.\d{2}$/

function p(style: string, text: string): string {
  return `<text:p text:style-name="${style}">${x(text)}</text:p>`
}

function x(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
