import { Link } from 'react-router'
import { HomeSection } from '#web/kit/home-section.tsx'
import { tr } from '#web/kit/labels.ts'
import { hasRight, inWorkbench } from '#web/screen.ts'
import { useFeatures } from '#web/shell/feature-tables.ts'
import { screenAt } from '#web/shell/guard.ts'
import { useSession } from '#web/shell/session.ts'
import { ENTRIES } from './entries.ts'
import './home.css'

/** Ways to the pages used most, as far as the person may open them. */
export function Panel() {
  const { workbench, rights } = useSession()
  const { tableOf } = useFeatures()
  if (!workbench) return null
  const table = tableOf(workbench)
  const mine = ENTRIES.filter((entry) => {
    const screen = inWorkbench(entry, workbench) && screenAt(table, entry.to)
    return screen && hasRight(screen.handle, rights)
  })
  return (
    <HomeSection title="常用入口">
      <ul className="home-entries">
        {mine.map(({ label, to }) => (
          <li key={to}>
            <Link to={to}>{tr(label)}</Link>
          </li>
        ))}
      </ul>
    </HomeSection>
  )
}
