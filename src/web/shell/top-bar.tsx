import { Button, Dropdown } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { tr } from '../kit/labels.ts'
import type { MenuItem } from '../platform.ts'
import { ClockText } from './clock-text.tsx'
import { useFeatures } from './feature-tables.ts'
import { screenAt } from './guard.ts'
import { MenuIcon } from './icons.tsx'
import { firstPath } from './menu-tree.ts'
import { useSession } from './session.ts'
import { Parts } from './parts.tsx'
import { SHELL } from './slots.ts'
import { splitMenu } from './top-menu.ts'
import { UserMenu } from './user-menu.tsx'
import { WorkbenchSwitch } from './workbench-switch.tsx'

const HOME: MenuItem = { code: 'home', name: '首页', path: '/' }

interface TopBarProps {
  menu: MenuItem[]
  /** Code of the first-level item that the page belongs to. */
  active: string | undefined
  showClock: boolean
  /** Opens the whole menu on narrow windows. */
  onMenu: () => void
}

export function TopBar({ menu, active, showClock, onMenu }: TopBarProps) {
  return (
    <header className="kb-top">
      <Button
        className="kb-top-burger"
        type="text"
        aria-label={tr('打开菜单')}
        icon={<MenuIcon name="menu" />}
        onClick={onMenu}
      />
      <Brand />
      <WorkbenchSwitch />
      <TopMenu menu={menu} active={active} />
      {showClock && <ClockText />}
      <Parts of={SHELL.topbar} />
      <UserMenu />
    </header>
  )
}

/** Logo and tenant name, leading to the tenant's portal where there is one. */
function Brand() {
  const { tenant } = useSession()
  const { tableOf } = useFeatures()
  if (!tenant) return null
  const portal = `/portal/${tenant.alias}`
  const to = screenAt(tableOf(null), portal) ? portal : '/'
  return (
    <Link
      to={to}
      className="kb-brand kb-row kb-title-15 kb-plain kb-nowrap"
      title={to === portal ? tr('门户首页') : tr('首页')}
    >
      {tenant.logo && <img src={tenant.logo} alt="" />}
      <span>{tenant.name}</span>
    </Link>
  )
}

function TopMenu({ menu, active }: Pick<TopBarProps, 'menu' | 'active'>) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [ref, width] = useWidth<HTMLElement>()
  const { shown, more } = splitMenu([HOME, ...menu.filter((item) => item.path !== HOME.path)], width)
  const current = active ?? (pathname === HOME.path ? HOME.code : undefined)
  const go = (item: MenuItem) => {
    if (item.external) window.open(item.external, '_blank', 'noopener')
    else void navigate(firstPath(item) ?? '/')
  }
  return (
    <nav ref={ref} className="kb-top-menu" aria-label={tr('主菜单')}>
      {shown.map((item) => (
        <button
          key={item.code}
          type="button"
          className="kb-top-item kb-ellipsis kb-soft"
          title={tr(item.name)}
          aria-current={item.code === current ? 'page' : undefined}
          onClick={() => go(item)}
        >
          {tr(item.name)}
        </button>
      ))}
      {more.length > 0 && (
        <Dropdown
          trigger={['click', 'hover']}
          menu={{
            selectedKeys: current ? [current] : [],
            items: more.map((item) => ({ key: item.code, label: tr(item.name), onClick: () => go(item) })),
          }}
        >
          <button
            type="button"
            className="kb-top-item kb-ellipsis kb-soft"
            aria-current={more.some((m) => m.code === current) ? 'page' : undefined}
          >
            {tr('更多')} ▾
          </button>
        </Dropdown>
      )}
    </nav>
  )
}

function useWidth<T extends HTMLElement>() {
  const ref = useRef<T>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width] as const
}
