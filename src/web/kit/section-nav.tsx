import { useEffect, useRef, useState } from 'react'
import { tr } from './labels.ts'

interface SectionNavProps {
  /** `isComplete`: a mark of completeness; left out where nothing has to be there. */
  sections: readonly { key: string; title: string; isComplete?: boolean }[]
}

/** Anchors of a page's sections; the one being read is marked. A long one scrolls by itself. */
export function SectionNav({ sections }: SectionNavProps) {
  const keys = sections.map((section) => section.key).join(' ')
  const [current, setCurrent] = useState(sections[0]?.key)
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    let frame = 0
    const mark = () => {
      frame = 0
      setCurrent(sectionSeen(keys.split(' ')))
    }
    const onScroll = () => (frame ||= requestAnimationFrame(mark))
    // Whatever scrolls: the window, or the box of the page.
    document.addEventListener('scroll', onScroll, { capture: true, passive: true })
    window.addEventListener('resize', onScroll)
    mark()
    return () => {
      document.removeEventListener('scroll', onScroll, { capture: true })
      window.removeEventListener('resize', onScroll)
      cancelAnimationFrame(frame)
    }
  }, [keys])
  useEffect(() => {
    const [box, link] = [nav.current, nav.current?.querySelector<HTMLElement>('[aria-current]')]
    if (!box || !link || box.scrollHeight <= box.clientHeight) return
    const top = link.offsetTop - box.offsetTop
    if (top < box.scrollTop || top + link.offsetHeight > box.scrollTop + box.clientHeight)
      box.scrollTop = top - box.clientHeight / 2
  }, [current])
  return (
    <nav ref={nav} className="kb-section-nav" aria-label={tr('页内导航')}>
      {sections.map((section) => (
        <a
          key={section.key}
          href={`#${section.key}`}
          aria-current={section.key === current ? 'location' : undefined}
          onClick={(event) => {
            event.preventDefault()
            goTo(section.key)
          }}
        >
          {tr(section.title)}
          {section.isComplete !== undefined && (
            <span
              className={section.isComplete ? 'kb-section-complete kb-good' : 'kb-section-open kb-warn'}
              role="img"
              aria-label={tr(section.isComplete ? '已完整' : '待补充')}
              title={tr(section.isComplete ? '已完整' : '待补充')}
            >
              {section.isComplete ? '✓' : '○'}
            </span>
          )}
        </a>
      ))}
    </nav>
  )
}

/** Shows a section; Tab goes on from there, as from any anchor. */
function goTo(key: string): void {
  const section = document.getElementById(key)
  if (!section) return
  section.scrollIntoView({ block: 'start' })
  section.tabIndex = -1
  section.focus({ preventScroll: true })
}

/** Below the bars that stay in view: the line a section must have crossed to be the one that is read. */
const READING_LINE = 160

/** The last section that begins above the reading line; at the end of the page the last one that is in view. */
function sectionSeen(keys: readonly string[]): string | undefined {
  const places = keys.flatMap((key) => {
    const element = document.getElementById(key)
    return element ? [{ key, top: element.getBoundingClientRect().top }] : []
  })
  const root = document.scrollingElement
  const isAtEnd = root !== null && root.scrollTop > 0 && root.scrollTop + window.innerHeight >= root.scrollHeight - 2
  if (isAtEnd) return places.findLast(({ top }) => top < window.innerHeight)?.key
  return (places.findLast(({ top }) => top <= READING_LINE) ?? places[0])?.key
}
