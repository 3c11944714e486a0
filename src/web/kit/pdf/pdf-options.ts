import { pdfjs } from 'react-pdf'
// oxlint-disable-next-line import/default -- made by the bundler
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { OwnFiles } from './pdf-assets.ts'

pdfjs.GlobalWorkerOptions.workerSrc = workerUrl

/** How PDFs are opened here: by a worker and with files of our own build. */
export const PDF_OPTIONS = { BinaryDataFactory: OwnFiles, useWorkerFetch: false }

/** Opens a PDF to be read, not shown; `destroy` when done. Rejects with `PasswordException` where it is locked. */
export async function openPdf(content: Blob) {
  return pdfjs.getDocument({ ...PDF_OPTIONS, data: new Uint8Array(await content.arrayBuffer()), verbosity: 0 })
}
