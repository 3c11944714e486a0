import { Alert } from 'antd'
import { useState } from 'react'
import { HomeSection } from '#web/kit/home-section.tsx'
import { tr } from '#web/kit/labels.ts'
import { ErrorState, Skeleton } from '#web/kit/states.tsx'
import { useSession } from '#web/shell/session.ts'
import { type Scope, SCOPES } from '../rules.ts'
import { NothingToDo } from './nothing-to-do.tsx'
import { ScopeTabs } from './scope-tabs.tsx'
import { TodoRow } from './todo-row.tsx'
import { useHasCompany } from './use-has-company.ts'
import { FIRST, INBOX, useInbox } from './use-inbox.ts'
import './home.css'

/** The first of what waits for the person, or for its company, nearest deadline first; the whole is the inbox. */
export function Panel() {
  const { workbench } = useSession()
  const hasCompany = useHasCompany()
  const [scope, setScope] = useState<Scope>('mine')
  const page = useInbox({ ...FIRST, scope })
  if (!workbench) return null
  const { data } = page
  return (
    <HomeSection title="需要我处理" more={{ to: scope === 'mine' ? INBOX : `${INBOX}?scope=${scope}` }}>
      {data && hasCompany && (
        <ScopeTabs
          label="范围"
          tabs={(['mine', 'company'] as const).map((value) => ({
            value,
            label: SCOPES[value],
            count: data.scopes[value],
          }))}
          value={scope}
          onChange={setScope}
        />
      )}
      {data?.isPartial && (
        <Alert className="kb-above-12" type="warning" title={tr('部分内容暂时无法加载，请稍后刷新')} />
      )}
      {page.error && !data ? (
        <ErrorState error={page.error} onRetry={() => void page.refetch()} />
      ) : !data ? (
        <Skeleton lines={4} />
      ) : data.rows.length === 0 ? (
        <NothingToDo scope={scope} />
      ) : (
        <ul className="home-todos">
          {data.rows.map((row) => (
            <TodoRow key={row.key} row={row} />
          ))}
        </ul>
      )}
    </HomeSection>
  )
}
