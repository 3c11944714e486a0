import { useSearchParams } from 'react-router'
import { PageTabs } from '#web/kit/page-tabs.tsx'
import { MenuGates } from './menu-gates.tsx'
import './menus.css'
import { ServiceSwitches } from './service-switches.tsx'
import { CompanySwitchList } from './company-switches.tsx'

const PARTS = [
  { value: '', label: '菜单显示条件' },
  { value: 'companies', label: '企业灰度与授权' },
  { value: 'services', label: '平台服务' },
] as const

/** Who sees which menu at this tenant, and what is switched on for whom. */
export function Screen() {
  const [search] = useSearchParams()
  const part = search.get('part') ?? ''
  const tabs = <PageTabs label="菜单与灰度" parts={PARTS} />
  switch (part) {
    case 'companies':
      return <CompanySwitchList tabs={tabs} />
    case 'services':
      return <ServiceSwitches tabs={tabs} />
    default:
      return <MenuGates tabs={tabs} />
  }
}
