import { useEffect, useRef } from 'react'
import { tr } from '../labels.ts'
import type { PdfSearch } from './use-pdf-search.ts'

/** Word, how many, to the next and back; Enter goes on, Shift+Enter back, Escape closes. */
export function PdfSearchBar({ search, pages, onClose }: { search: PdfSearch; pages: number; onClose: () => void }) {
  const { word, setWord, hits, now, setNow, searched } = search
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    input.current?.focus()
  }, [])
  const go = (by: number) => hits.length > 0 && setNow((now + by + hits.length) % hits.length)
  const done = searched >= pages
  return (
    <div className="kb-pdf-search" role="search">
      <input
        ref={input}
        aria-label={tr('查找文字')}
        placeholder={tr('查找文字')}
        value={word}
        onChange={(event) => setWord(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') go(event.shiftKey ? -1 : 1)
          if (event.key === 'Escape') onClose()
        }}
      />
      <output aria-live="polite">
        {word.trim() === ''
          ? ''
          : hits.length > 0
            ? `${now + 1} / ${hits.length}${done ? '' : '…'}`
            : tr(done ? '没有找到' : '查找中…')}
      </output>
      <button type="button" aria-label={tr('上一处')} disabled={hits.length === 0} onClick={() => go(-1)}>
        ‹
      </button>
      <button type="button" aria-label={tr('下一处')} disabled={hits.length === 0} onClick={() => go(1)}>
        ›
      </button>
      <button type="button" aria-label={tr('关闭查找')} onClick={onClose}>
        ×
      </button>
    </div>
  )
}
