/*
 * What pdf.js fetches while it draws: Chinese character maps, standard fonts, image decoders. They are files of our own
 * build; `no-inline`: a data address is not allowed to be fetched.
 */
const addresses = import.meta.glob<string>(
  [
    '/node_modules/pdfjs-dist/cmaps/*.bcmap',
    '/node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}',
    '/node_modules/pdfjs-dist/wasm/{jbig2,openjpeg,qcms_bg}.wasm',
  ],
  { eager: true, query: '?url&no-inline', import: 'default', exhaustive: true },
)

const byName = new Map(Object.entries(addresses).map(([path, url]) => [path.slice(path.lastIndexOf('/') + 1), url]))

/** pdf.js asks this for a file by name (`BinaryDataFactory` of `getDocument`). */
export class PdfFiles {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const url = byName.get(filename)
    const response = url === undefined ? null : await fetch(url)
    if (!response?.ok) throw new Error(`pdf.js could not get ${filename}`)
    return new Uint8Array(await response.arrayBuffer())
  }
}
