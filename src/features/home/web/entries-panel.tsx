import { Link } from 'react-router'
import { HomeSection } from '#web/kit/home-section.tsx'
import { tr } from '#web/kit/labels.ts'
import { useSession } from '#web/shell/session.ts'
import { useEntries } from './use-entries.ts'
import './home.css'

/** Ways to the pages used most, as far as the person may open them. */
export function Panel() {
  const { workbench } = useSession()
  const mine = useEntries()
  if (!workbench) return null
  return (
    <HomeSection title="常用入口">
      <ul className="kb-flex kb-gap-8 kb-wrap kb-pad-top-12">
        {mine.map(({ label, to }) => (
          <li key={to}>
            <Link className="kb-option kb-block" to={to}>
              {tr(label)}
            </Link>
          </li>
        ))}
      </ul>
    </HomeSection>
  )
}
