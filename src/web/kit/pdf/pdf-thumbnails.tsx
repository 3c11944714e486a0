import { useEffect, useRef, useState } from 'react'
import { Page } from 'react-pdf'
import { tr } from '../labels.ts'

const WIDTH = 104

interface ThumbnailsProps {
  pages: number
  page: number
  /** Height to width, by page number, where known. */
  ratios: Readonly<Record<number, number>>
  onPage: (page: number) => void
}

/** Small pictures of all pages, drawn when they come into sight. */
export function PdfThumbnails({ pages, page, ratios, onPage }: ThumbnailsProps) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    box.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest' })
  }, [page])
  return (
    <nav ref={box} className="kb-pdf-thumbs kb-fixed kb-pad-y-8" aria-label={tr('页面缩略图')}>
      {Array.from({ length: pages }, (_, i) => i + 1).map((number) => (
        <Small
          key={number}
          number={number}
          isCurrent={number === page}
          height={Math.round(WIDTH * (ratios[number] ?? ratios[1] ?? Math.SQRT2))}
          onClick={() => onPage(number)}
        />
      ))}
    </nav>
  )
}

interface SmallProps {
  number: number
  isCurrent: boolean
  height: number
  onClick: () => void
}

function Small({ number, isCurrent, height, onClick }: SmallProps) {
  const element = useRef<HTMLButtonElement>(null)
  const [near, setNear] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      rootMargin: '400px 0px',
    })
    observer.observe(element.current!)
    return () => observer.disconnect()
  }, [])
  return (
    <button
      ref={element}
      type="button"
      aria-label={`${tr('第')} ${number} ${tr('页')}`}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={onClick}
    >
      <span
        className="kb-pdf-thumb kb-block kb-page-centre kb-clip"
        style={{ width: WIDTH, height }}
        aria-hidden="true"
      >
        {near && (
          <Page
            pageNumber={number}
            width={WIDTH}
            renderTextLayer={false}
            renderAnnotationLayer={false}
            loading={null}
            error={null}
          />
        )}
      </span>
      <span aria-hidden="true">{number}</span>
    </button>
  )
}
