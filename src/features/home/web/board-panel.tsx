import { Link } from 'react-router'
import { totalLabel } from '#contract/page.ts'
import { HomeSection } from '#web/kit/home-section.tsx'
import { tr } from '#web/kit/labels.ts'
import { Skeleton } from '#web/kit/states.tsx'
import { useSession } from '#web/shell/session.ts'
import { useHome } from './use-home.ts'
import './home.css'

const TITLES = {
  purchaser: '本企业标段',
  agency: '本企业代理标段',
  supplier: '本企业投标',
  expert: '我的评审',
  admin: '',
} as const

/** How the work of the company stands, or of an expert: counts by stage that lead to the list. */
export function Panel() {
  const { workbench } = useSession()
  const { data, error } = useHome()
  // An error is told once, where the to-dos would be.
  if (!workbench || TITLES[workbench] === '' || error || data?.board.length === 0) return null
  return (
    <HomeSection title={TITLES[workbench]}>
      {data ? (
        <ul className="home-board kb-inner-rings">
          {data.board.map(({ label, count, link }) => (
            <li key={label}>
              <Link to={link} className={count === 0 ? 'home-none' : ''}>
                <strong>{totalLabel(count)}</strong>
                <span>{tr(label)}</span>
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <Skeleton lines={2} />
      )}
    </HomeSection>
  )
}
