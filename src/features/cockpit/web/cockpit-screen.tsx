import { Button } from 'antd'
import { useNavigate, useSearchParams } from 'react-router'
import { tr } from '#web/kit/labels.ts'
import { PageHead } from '#web/kit/page-head.tsx'
import { PageTabs } from '#web/kit/page-tabs.tsx'
import { PROFILE } from '../rules/places.ts'
import { Debriefs } from './debriefs.tsx'
import { Matches } from './matches.tsx'
import { MissingParts } from './missing-parts.tsx'
import { Pipeline } from './pipeline.tsx'

const PARTS = [
  { value: '', label: '为您匹配' },
  { value: 'pipeline', label: '参与中的项目' },
  { value: 'missing', label: '下一步还缺' },
  { value: 'debriefs', label: '落选复盘' },
]

/** What a supplier may take part in, takes part in, has still to do for it, and how it ended. */
export function Screen() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const part = search.get('part')
  const tabs = <PageTabs label="商机与进展" parts={PARTS} />
  if (part === 'debriefs') return <Debriefs tabs={tabs} />
  return (
    <>
      <PageHead title="商机与进展" actions={<Button onClick={() => void navigate(PROFILE)}>{tr('匹配设置')}</Button>} />
      {tabs}
      {part === 'pipeline' ? <Pipeline /> : part === 'missing' ? <MissingParts /> : <Matches />}
    </>
  )
}
