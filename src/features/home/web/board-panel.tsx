import { useState } from 'react'
import { Link } from 'react-router'
import { totalLabel } from '#contract/page.ts'
import { HomeSection } from '#web/kit/home-section.tsx'
import { tr } from '#web/kit/labels.ts'
import { Skeleton } from '#web/kit/states.tsx'
import { useSession } from '#web/shell/session.ts'
import { type Scope, SCOPES } from '../rules.ts'
import { ScopeTabs } from './scope-tabs.tsx'
import { useHasCompany } from './use-has-company.ts'
import { useHome } from './use-home.ts'
import './home.css'

const TITLES = { purchaser: '标段', agency: '代理标段', supplier: '投标', expert: '我的评审', admin: '' } as const

/** How much work stands at which stage, the person's own or all of its company's; each count leads to its list. */
export function Panel() {
  const { workbench } = useSession()
  const hasCompany = useHasCompany()
  const { data, error } = useHome()
  const [chosen, setScope] = useState<Scope>('mine')
  // An error is told once, where the to-dos would be.
  if (!workbench || TITLES[workbench] === '' || error || data?.board.length === 0) return null
  const scope = hasCompany ? chosen : 'mine'
  return (
    <HomeSection title={TITLES[workbench]}>
      {hasCompany && (
        <ScopeTabs
          label="标段范围"
          tabs={(['mine', 'company'] as const).map((value) => ({ value, label: SCOPES[value] }))}
          value={scope}
          onChange={setScope}
        />
      )}
      {data ? (
        <ul className="home-board kb-frame kb-above-12 kb-inner-rings">
          {data.board.map(({ label, ...cell }) => {
            const [count, link] = scope === 'mine' ? [cell.mine, cell.mineLink] : [cell.count, cell.link]
            return (
              <li key={label}>
                <Link to={link}>
                  <strong className={`kb-size-20 kb-block ${count === 0 ? 'kb-muted kb-regular' : 'kb-plain'}`}>
                    {totalLabel(count)}
                  </strong>
                  <span>{tr(label)}</span>
                </Link>
              </li>
            )
          })}
        </ul>
      ) : (
        <Skeleton lines={2} />
      )}
    </HomeSection>
  )
}
