import { useSearchParams } from 'react-router'
import { PageHead } from '#web/kit/page-head.tsx'
import { PageTabs } from '#web/kit/page-tabs.tsx'
import { Applications } from './applications.tsx'
import { Certificates } from './certificates.tsx'
import { CheckPart } from './check-part.tsx'

const PARTS = [
  { value: '', label: '我的证书' },
  { value: 'applications', label: '办理记录' },
  { value: 'check', label: '证书检查' },
]

/** Certificates of the company, what it has applied for, and the check of any certificate. */
export function Screen() {
  const [search] = useSearchParams()
  const tabs = <PageTabs label="数字证书" parts={PARTS} />
  switch (search.get('part')) {
    case 'applications':
      return <Applications tabs={tabs} />
    case 'check':
      return (
        <>
          <PageHead title="数字证书" />
          {tabs}
          <CheckPart />
        </>
      )
    default:
      return <Certificates tabs={tabs} />
  }
}
