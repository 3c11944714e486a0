import { Button, Menu } from 'antd'
import type { MenuProps } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { tr } from '../kit/labels.ts'
import type { MenuItem } from '../platform.ts'
import { MenuIcon, hasIcon } from './icons.tsx'

const COLLAPSED = 'kb.side-collapsed'

interface SideMenuProps {
  items: MenuItem[]
  /** Codes from the first level to the current item. */
  trail: string[]
  /** Inside the drawer of narrow windows: always wide, no collapsing. */
  drawer?: boolean
  onGo?: () => void
}

/** The levels below the current first-level item; 230 px wide, 60 collapsed, remembered for the session. */
export function SideMenu({ items, trail, drawer, onGo }: SideMenuProps) {
  const navigate = useNavigate()
  const [collapsed, setCollapsed] = useState(() => !drawer && sessionStorage.getItem(COLLAPSED) === '1')
  const byCode = flat(items)
  const go: MenuProps['onClick'] = ({ key }) => {
    const item = byCode.get(key)
    if (item?.external) window.open(item.external, '_blank', 'noopener')
    else if (item?.path) void navigate(item.path)
    onGo?.()
  }
  const menu = (
    <Menu
      mode="inline"
      items={entries(items)}
      selectedKeys={trail.slice(-1)}
      defaultOpenKeys={drawer ? trail : items.map((item) => item.code)}
      inlineCollapsed={collapsed}
      inlineIndent={16}
      onClick={go}
    />
  )
  if (drawer) return <nav aria-label={tr('菜单')}>{menu}</nav>
  return (
    <nav className={collapsed ? 'kb-side kb-side-collapsed' : 'kb-side'} aria-label={tr('侧边菜单')}>
      <div className="kb-side-scroll kb-grow kb-pad-y-8">{menu}</div>
      <Button
        type="text"
        className="kb-side-toggle"
        aria-expanded={!collapsed}
        aria-label={tr(collapsed ? '展开菜单' : '收起菜单')}
        onClick={() => {
          sessionStorage.setItem(COLLAPSED, collapsed ? '0' : '1')
          setCollapsed(!collapsed)
        }}
      >
        {collapsed ? '»' : '«'}
      </Button>
    </nav>
  )
}

/** Icons where every entry of a level has one: a single one would stand out, and its name out of line. */
function entries(items: readonly MenuItem[]): NonNullable<MenuProps['items']> {
  const withIcons = items.every((item) => hasIcon(item.icon))
  return items.map((item) => entry(item, withIcons))
}

/** Without an icon, a collapsed menu shows the first character of the name. */
function entry(item: MenuItem, withIcon: boolean): NonNullable<MenuProps['items']>[number] {
  const name = tr(item.name)
  const label = item.external ? (
    <span>
      {name} <span className="kb-new">NEW</span>
    </span>
  ) : (
    name
  )
  return {
    key: item.code,
    label,
    title: name,
    ...(withIcon ? { icon: <MenuIcon name={item.icon!} /> } : {}),
    ...(item.children ? { children: entries(item.children) } : {}),
  }
}

function flat(items: readonly MenuItem[]): Map<string, MenuItem> {
  return new Map(items.flatMap((item) => [[item.code, item] as const, ...flat(item.children ?? [])]))
}
