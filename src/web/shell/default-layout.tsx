import { Alert, Drawer } from 'antd'
import type { ReactNode } from 'react'
import { useMemo, useState } from 'react'
import { useLocation } from 'react-router'
import { tr } from '../kit/labels.ts'
import type { Screen } from '../screen.ts'
import { activeTrail } from './menu-tree.ts'
import { useSession } from './session.ts'
import { SideMenu } from './side-menu.tsx'
import { TopBar } from './top-bar.tsx'
import { useWorkbenchMenu } from './use-workbench-menu.ts'

interface DefaultLayoutProps {
  screen: Screen
  side: boolean
  children: ReactNode
}

/** Top bar, side menu of the current first-level item, main area. */
export function DefaultLayout({ screen, side, children }: DefaultLayoutProps) {
  const { pathname } = useLocation()
  const { disabled } = useSession()
  const menu = useWorkbenchMenu()
  const [drawer, setDrawer] = useState(false)
  const trail = useMemo(() => activeTrail(menu, pathname, screen.menu), [menu, pathname, screen.menu])
  const below = menu.find((item) => item.code === trail[0])?.children ?? []
  // One entry is the page itself: its menu would only take room from it.
  const hasSide = side && (below.length > 1 || below[0]?.children !== undefined)
  return (
    <div className="kb-shell kb-column">
      <a className="kb-skip" href="#main">
        {tr('跳到主要内容')}
      </a>
      <TopBar menu={menu} active={trail[0]} showClock={!screen.hideClock} onMenu={() => setDrawer(true)} />
      {disabled && <Alert banner type="error" title={tr('当前登录用户已被禁用')} />}
      <div className="kb-flex kb-grow">
        {hasSide && <SideMenu key={trail[0]} items={below} trail={trail} />}
        <main id="main" className="kb-main kb-grow" tabIndex={-1}>
          {children}
        </main>
      </div>
      <Drawer
        open={drawer}
        onClose={() => setDrawer(false)}
        placement="left"
        size={280}
        title={tr('菜单')}
        className="kb-drawer"
      >
        {drawer && <SideMenu items={menu} trail={trail} drawer onGo={() => setDrawer(false)} />}
      </Drawer>
    </div>
  )
}
