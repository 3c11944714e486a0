import { Button } from 'antd'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { GlobalWorkerOptions, getDocument } from 'pdfjs-dist'
// oxlint-disable-next-line import/default -- made by the bundler
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { useEffect, useRef, useState } from 'react'
import { EmptyState } from './states.tsx'
import { PdfFiles } from './pdf-files.ts'

GlobalWorkerOptions.workerSrc = workerUrl

/** Pages drawn at first; a scan of a hundred pages must not fill the memory. */
const PORTION = 10

/** The pages of a PDF, one below the other, drawn when they come into sight. Loaded lazily. */
export function PdfPages({ content, name }: { content: Blob; name: string }) {
  const [document, setDocument] = useState<PDFDocumentProxy | null>(null)
  const [failed, setFailed] = useState(false)
  const [shown, setShown] = useState(PORTION)
  useEffect(() => {
    let task: ReturnType<typeof getDocument> | null = null
    let gone = false
    setDocument(null)
    setFailed(false)
    setShown(PORTION)
    const load = async () => {
      const data = new Uint8Array(await content.arrayBuffer())
      if (gone) return
      task = getDocument({ data, BinaryDataFactory: PdfFiles, useWorkerFetch: false })
      const loaded = await task.promise
      if (!gone) setDocument(loaded)
    }
    load().catch(() => !gone && setFailed(true))
    return () => {
      gone = true
      void task?.destroy()
    }
  }, [content])
  if (failed) return <EmptyState title="PDF 文件无法打开" hint="文件可能已损坏或设有密码，请下载后核对" />
  if (!document) return null
  const count = Math.min(shown, document.numPages)
  return (
    <div className="kb-pdf" role="document" aria-label={name}>
      {Array.from({ length: count }, (_, i) => (
        <PdfPage key={i} document={document} number={i + 1} />
      ))}
      {count < document.numPages && (
        <Button onClick={() => setShown(shown + PORTION)}>
          继续显示（共 {document.numPages} 页，已显示 {count} 页）
        </Button>
      )}
    </div>
  )
}

function PdfPage({ document, number }: { document: PDFDocumentProxy; number: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    let gone = false
    let stop = () => {}
    const draw = async () => {
      const page = await document.getPage(number)
      const element = canvas.current
      if (gone || !element) return
      const scale = window.devicePixelRatio || 1
      const width = element.parentElement?.clientWidth ?? 800
      const viewport = page.getViewport({ scale: (width / page.getViewport({ scale: 1 }).width) * scale })
      element.width = viewport.width
      element.height = viewport.height
      const rendering = page.render({ canvas: element, viewport })
      stop = () => rendering.cancel()
      await rendering.promise
    }
    // A cancelled drawing rejects; there is nothing to tell.
    draw().catch(() => undefined)
    return () => {
      gone = true
      stop()
    }
  }, [document, number])
  return <canvas ref={canvas} className="kb-pdf-page" role="img" aria-label={`第 ${number} 页`} />
}
