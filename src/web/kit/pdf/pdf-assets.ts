/*
 * What pdf.js fetches while it draws: Chinese character maps, standard fonts, image decoders. Each is a file of our own
 * build under a hashed name, so nothing comes from elsewhere and a page that is still open finds its files after an
 * update. `no-inline`: a data address is not allowed to be fetched.
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

/** pdf.js asks this for a file by name (`BinaryDataFactory` of its `getDocument`). */
export class OwnFiles {
  async fetch({ filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const url = byName.get(filename)
    if (url === undefined) throw new Error(`pdf.js asks for an unknown file: ${filename}`)
    const response = await fetch(url)
    if (!response.ok) throw new Error(`${filename}: ${response.status}`)
    return new Uint8Array(await response.arrayBuffer())
  }
}
