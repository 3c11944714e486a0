import { useCallback, useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Ref } from 'react'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { Document, Page } from 'react-pdf'
import 'react-pdf/dist/Page/TextLayer.css'
import { useKept } from '../../kept.ts'
import { EmptyState, Skeleton } from '../states.tsx'
import './pdf.css'
import { PDF_OPTIONS } from './pdf-options.ts'
import { PdfSearchBar } from './pdf-search-bar.tsx'
import { PdfThumbnails } from './pdf-thumbnails.tsx'
import { PdfTools } from './pdf-tools.tsx'
import { usePdfSearch } from './use-pdf-search.ts'

const GAP = 12
/** Pages drawn above and below the one being read. */
const AROUND = 2
const A4 = Math.SQRT2
/** A page is as wide as its pane, but never wider than one can read. */
const WIDEST = 1080

export interface PdfHandle {
  /** Turns so many pages. */
  turn: (pages: number) => void
  goTo: (page: number) => void
}

interface PdfViewProps {
  blob: Blob
  name: string
  /** Under which the place in the file is remembered. */
  place: string
  /** Words at the margin of a page, by page number. */
  flags?: ReadonlyMap<number, string>
  /** Told the page being read. Must be the same function as long as it tells the same listener. */
  onPage?: (page: number) => void
  ref?: Ref<PdfHandle>
}

/**
 * A PDF as one long strip: only what is near the eye is drawn; page and zoom are found as they were left. Text can be
 * selected and searched, Chinese forms alike; small pages at the side on demand. Loaded lazily.
 */
export function PdfView({ blob, name, place, flags, onPage, ref }: PdfViewProps) {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const [document, setDocument] = useState<PDFDocumentProxy | null>(null)
  const pages = document?.numPages ?? 0
  const [ratios, setRatios] = useState<Record<number, number>>({})
  const [zoom, setZoom] = useKept('pdf.zoom', 1)
  const [page, setPage] = useKept(`pdf.page.${place}`, 1)
  const [thumbs, setThumbs] = useKept('pdf.thumbs', false)
  const [searching, setSearching] = useState(false)
  const search = usePdfSearch(searching ? document : null, page)
  const pageWidth = Math.round(width * zoom)
  const tops = useMemo(
    () => topsOf(Array.from({ length: pages }, (_, i) => pageWidth * (ratios[i + 1] ?? ratios[1] ?? A4))),
    [pages, pageWidth, ratios],
  )

  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => setWidth(Math.min(WIDEST, element.clientWidth - GAP * 2))
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [document])

  const goTo = (wanted: number) => {
    const target = Math.min(Math.max(1, wanted), pages)
    box.current?.scrollTo({ top: tops[target - 1] ?? 0 })
    setPage(target)
  }
  useImperativeHandle(ref, () => ({ turn: (by) => goTo(page + by), goTo }))
  useEffect(() => onPage?.(page), [page, onPage])
  // A new zoom, or the first drawing, keeps the page that was being read.
  const anchor = useRef('')
  useLayoutEffect(() => {
    const now = `${pages}.${pageWidth}.${ratios[1] ?? ''}`
    if (pages === 0 || width === 0 || anchor.current === now) return
    anchor.current = now
    box.current?.scrollTo({ top: tops[page - 1] ?? 0 })
  }, [pages, width, pageWidth, ratios, tops, page])

  const hit = search.hits[search.now]
  const showHit = useCallback(() => {
    const mark = box.current?.querySelector('.kb-pdf-hit-now')
    const [frame, at] = [box.current?.getBoundingClientRect(), mark?.getBoundingClientRect()]
    if (!frame || !at || (at.top > frame.top + 20 && at.bottom < frame.bottom - 20)) return
    box.current?.scrollBy({ top: at.top - frame.top - frame.height / 3 })
  }, [])
  const goHit = useRef<() => void>(() => undefined)
  goHit.current = () => {
    if (hit && Math.abs(hit.page - page) > AROUND) goTo(hit.page)
    else showHit()
  }
  useEffect(() => {
    goHit.current()
  }, [hit])

  const onScroll = () => {
    const element = box.current
    if (!element || pages === 0) return
    const middle = element.scrollTop + element.clientHeight / 3
    const seen = Math.max(1, tops.slice(0, pages).filter((top) => top <= middle).length)
    if (seen !== page) setPage(seen)
  }
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = root.current
    const open = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'f') return
      event.preventDefault()
      setSearching(true)
    }
    if (document) element?.addEventListener('keydown', open)
    return () => element?.removeEventListener('keydown', open)
  }, [document])
  const closeSearch = () => {
    setSearching(false)
    search.setWord('')
    box.current?.focus()
  }

  return (
    <div ref={root} className="kb-pdf kb-column">
      <PdfTools
        page={page}
        pages={pages}
        zoom={zoom}
        onPage={goTo}
        onZoom={setZoom}
        thumbs={thumbs}
        onThumbs={() => setThumbs(!thumbs)}
        searching={searching}
        onSearch={() => (searching ? closeSearch() : setSearching(true))}
      />
      {searching && <PdfSearchBar search={search} pages={pages} onClose={closeSearch} />}
      <Document
        className="kb-pdf-body kb-flex kb-grow kb-squeeze"
        file={blob}
        options={PDF_OPTIONS}
        suspense={false}
        onLoadSuccess={setDocument}
        loading={<Skeleton lines={14} />}
        error={<EmptyState title="PDF 文件无法打开" hint="文件可能已损坏或设有密码，请下载后核对" />}
      >
        {thumbs && <PdfThumbnails pages={pages} page={page} ratios={ratios} onPage={goTo} />}
        <div
          ref={box}
          className="kb-pdf-box kb-grow kb-squeeze kb-scroll"
          tabIndex={0}
          role="document"
          aria-label={`${name}，第 ${page} 页，共 ${pages} 页`}
          onScroll={onScroll}
        >
          <div style={{ height: (tops.at(-1) ?? 0) + GAP, width: pageWidth, margin: '0 auto' }} className="kb-relative">
            {width > 0 &&
              Array.from({ length: pages }, (_, i) => i + 1).map((number) => (
                <div
                  key={number}
                  className="kb-pdf-page"
                  style={{
                    top: tops[number - 1],
                    width: pageWidth,
                    height: pageWidth * (ratios[number] ?? ratios[1] ?? A4),
                  }}
                >
                  {Math.abs(number - page) <= AROUND && (
                    <Page
                      pageNumber={number}
                      width={pageWidth}
                      canvasRef={hide}
                      renderAnnotationLayer={false}
                      loading={null}
                      customTextRenderer={search.draws.get(number)}
                      onRenderTextLayerSuccess={hit?.page === number ? showHit : undefined}
                      onLoadSuccess={({ originalHeight, originalWidth }) => {
                        const ratio = originalHeight / originalWidth
                        setRatios((known) => (known[number] === ratio ? known : { ...known, [number]: ratio }))
                      }}
                    />
                  )}
                  {flags?.has(number) && <span className="kb-pdf-flag kb-size-12">{flags.get(number)}</span>}
                </div>
              ))}
          </div>
        </div>
      </Document>
    </div>
  )
}

/** The picture and the structure that the file claims are not for screen readers: the text layer is. */
function hide(canvas: HTMLCanvasElement | null): void {
  canvas?.setAttribute('aria-hidden', 'true')
}

/** Top edges of all pages, and the end of the last. */
function topsOf(heights: readonly number[]): number[] {
  const tops = [GAP]
  for (const height of heights) tops.push(tops.at(-1)! + height + GAP)
  return tops
}
