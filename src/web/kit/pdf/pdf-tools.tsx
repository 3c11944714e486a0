import { useEffect, useState } from 'react'

interface PdfToolsProps {
  page: number
  /** 0 while the file is being opened. */
  pages: number
  zoom: number
  onPage: (page: number) => void
  onZoom: (zoom: number) => void
  /** Small pictures of the pages at the side. */
  thumbs: boolean
  onThumbs: () => void
  searching: boolean
  onSearch: () => void
}

const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3]

/** Page number, turning, zoom: one line above the file. 100 % is the width of the pane. */
export function PdfTools(props: PdfToolsProps) {
  const { page, pages, zoom, onPage, onZoom } = props
  const [typed, setTyped] = useState(String(page))
  useEffect(() => setTyped(String(page)), [page])
  const go = () => (/^\d+$/.test(typed) ? onPage(Number(typed)) : setTyped(String(page)))
  const smaller = ZOOMS.findLast((z) => z < zoom)
  const larger = ZOOMS.find((z) => z > zoom)
  return (
    <div className="kb-pdf-tools" role="toolbar" aria-label="文件工具">
      <button
        type="button"
        className="kb-pdf-word kb-pdf-wide"
        aria-pressed={props.thumbs}
        disabled={pages === 0}
        onClick={props.onThumbs}
      >
        缩略图
      </button>
      <button
        type="button"
        aria-label="上一页"
        title="上一页（PageUp）"
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        ‹
      </button>
      <input
        aria-label="页码"
        inputMode="numeric"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={go}
        onKeyDown={(event) => event.key === 'Enter' && go()}
      />
      <span>/ {pages === 0 ? '…' : pages}</span>
      <button
        type="button"
        aria-label="下一页"
        title="下一页（PageDown）"
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      >
        ›
      </button>
      <button
        type="button"
        className="kb-pdf-word"
        aria-pressed={props.searching}
        title="查找（Ctrl+F）"
        disabled={pages === 0}
        onClick={props.onSearch}
      >
        查找
      </button>
      <span className="kb-grow" />
      <button type="button" aria-label="缩小" disabled={!smaller} onClick={() => smaller && onZoom(smaller)}>
        −
      </button>
      <output aria-label="缩放">{Math.round(zoom * 100)}%</output>
      <button type="button" aria-label="放大" disabled={!larger} onClick={() => larger && onZoom(larger)}>
        +
      </button>
      <button type="button" className="kb-pdf-word kb-pdf-wide" disabled={zoom === 1} onClick={() => onZoom(1)}>
        适合宽度
      </button>
    </div>
  )
}
