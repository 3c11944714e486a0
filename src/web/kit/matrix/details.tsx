import { Popover } from 'antd'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'

interface DetailsProps {
  /** Id of the cell beside which it opens. */
  anchor: string
  title: string
  onClose: () => void
  children: ReactNode
}

/** What opens beside a cell. It takes the focus, and Esc or a click elsewhere closes it. */
export function Details({ anchor, title, onClose, children }: DetailsProps) {
  const [place, setPlace] = useState<DOMRect | null>(null)
  const content = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => setPlace(document.getElementById(anchor)?.getBoundingClientRect() ?? null), [anchor])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && onClose()
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [onClose])
  if (!place) return null
  const { left, top, width, height } = place
  return (
    <Popover
      open
      trigger="click"
      placement="bottomLeft"
      title={<span className="kb-matrix-details">{title}</span>}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      afterOpenChange={() => content.current?.focus()}
      content={
        <div ref={content} className="kb-matrix-details" role="dialog" aria-label={title} tabIndex={-1}>
          {children}
        </div>
      }
    >
      <span className="kb-matrix-anchor" style={{ left, top, width, height }} />
    </Popover>
  )
}
