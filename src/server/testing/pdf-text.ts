import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** All that a PDF says, page after page, without spaces between its runs. */
export async function pdfText(pdf: Uint8Array): Promise<string> {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0, useSystemFonts: true })
  const document = await task.promise
  const pages: string[] = []
  for (let i = 1; i <= document.numPages; i++) {
    const { items } = await (await document.getPage(i)).getTextContent()
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join(''))
  }
  await task.destroy()
  return pages.join('')
}
