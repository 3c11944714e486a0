import { Alert, Drawer } from 'antd'
import type { ReactNode } from 'react'
import { useMemo, useState } from 'react'
import { useLocation } from 'react-router'
import { WORKBENCHES } from '#contract/workbench.ts'
import { tr } from '../kit/labels.ts'
import type { MenuItem } from '../platform.ts'
import type { Screen } from '../screen.ts'
import { hasRight } from '../screen.ts'
import { useFeatures } from './feature-tables.ts'
import { screenAt } from './guard.ts'
import { activeTrail, usableMenu } from './menu-tree.ts'
import { useSession } from './session.ts'
import { SideMenu } from './side-menu.tsx'
import { TopBar } from './top-bar.tsx'

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
    <div className="kb-shell">
      <a className="kb-skip" href="#main">
        {tr('跳到主要内容')}
      </a>
      <TopBar menu={menu} active={trail[0]} showClock={!screen.hideClock} onMenu={() => setDrawer(true)} />
      {disabled && <Alert banner type="error" title={tr('当前登录用户已被禁用')} />}
      <div className="kb-shell-body">
        {hasSide && <SideMenu key={trail[0]} items={below} trail={trail} />}
        <main id="main" className="kb-main" tabIndex={-1}>
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

function useWorkbenchMenu(): MenuItem[] {
  const { menus, workbench, rights } = useSession()
  const { tableOf } = useFeatures()
  return useMemo(() => {
    if (!menus || !workbench) return []
    const table = tableOf(workbench)
    return usableMenu(menus[WORKBENCHES[workbench].menu], (path) => {
      const screen = screenAt(table, path)?.handle ?? null
      return screen && hasRight(screen, rights) ? screen : null
    })
  }, [menus, workbench, rights, tableOf])
}
