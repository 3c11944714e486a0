/** A PDF opened by pdf.js, without a thread, a fetch or a font of the system; `destroy` when done. */
export async function openPdfjs(content: Uint8Array) {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const base = new URL('.', import.meta.resolve('pdfjs-dist/package.json')).pathname
  return getDocument({
    data: new Uint8Array(content),
    useSystemFonts: false,
    cMapUrl: `${base}cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${base}standard_fonts/`,
    wasmUrl: `${base}wasm/`,
    verbosity: 0,
  })
}
