import { useEffect, useState } from 'react'
import { tr } from './labels.ts'

interface SectionNavProps {
  sections: readonly { key: string; title: string }[]
}

/** Anchors of a page's sections; the one being read is marked. */
export function SectionNav({ sections }: SectionNavProps) {
  const keys = sections.map((section) => section.key).join(' ')
  const [current, setCurrent] = useState(sections[0]?.key)
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        const seen = entries.find((entry) => entry.isIntersecting)
        if (seen) setCurrent(seen.target.id)
      },
      // A section counts as read when its top crosses the upper quarter of the window.
      { rootMargin: '-80px 0px -70% 0px' },
    )
    for (const key of keys.split(' ')) {
      const element = document.getElementById(key)
      if (element) observer.observe(element)
    }
    return () => observer.disconnect()
  }, [keys])
  return (
    <nav className="kb-section-nav" aria-label={tr('页内导航')}>
      {sections.map((section) => (
        <a
          key={section.key}
          href={`#${section.key}`}
          aria-current={section.key === current ? 'location' : undefined}
          onClick={(event) => {
            event.preventDefault()
            document.getElementById(section.key)?.scrollIntoView({ block: 'start' })
            setCurrent(section.key)
          }}
        >
          {tr(section.title)}
        </a>
      ))}
    </nav>
  )
}
