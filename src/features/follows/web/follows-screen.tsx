import { useSearchParams } from 'react-router'
import { PageTabs } from '#web/kit/page-tabs.tsx'
import { Companies } from './companies.tsx'
import { Marks } from './marks.tsx'
import { Orders } from './orders.tsx'

const PARTS = [
  { value: '', label: '企业' },
  { value: 'orders', label: '项目' },
  { value: 'marks', label: '企业标记' },
]

/** What the company follows, and what it notes of other companies. */
export function Screen() {
  const [search] = useSearchParams()
  const tabs = <PageTabs label="我的关注" parts={PARTS} />
  switch (search.get('part')) {
    case 'orders':
      return <Orders tabs={tabs} />
    case 'marks':
      return <Marks tabs={tabs} />
    default:
      return <Companies tabs={tabs} />
  }
}
