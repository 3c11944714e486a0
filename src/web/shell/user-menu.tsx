import { Dropdown } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { totalLabel } from '#contract/page.ts'
import { WORKBENCHES } from '#contract/workbench.ts'
import { useBadges } from '../badges.ts'
import { tr } from '../kit/labels.ts'
import { chooseLook, type Look, LOOKS, useLook } from '../look.ts'
import { goTo } from '../navigation.ts'
import { leave } from './bootstrap.ts'
import { CompanyDialog } from './company-dialog.tsx'
import { useFeatures } from './feature-tables.ts'
import { screenAt } from './guard.ts'
import { listsPath } from './menu-tree.ts'
import { useSession } from './session.ts'
import { useSwitchWorkbench } from './workbench-switch.tsx'

/** Entries that lead to a page, each shown only where that page exists; `listed`: only where the server's menu has it, too. */
const PAGES = [
  { key: 'personal', label: '个人中心', path: '/personal-centre' },
  { key: 'todo', label: '待办事项', path: '/to-do-list/audit/list', workbenches: ['purchaser', 'agency', 'supplier'] },
  { key: 'documents', label: '文件中心', path: '/document/jxic', workbenches: ['purchaser'], listed: true },
  { key: 'downloads', label: '下载管理', path: '/download-management' },
] as const

export function UserMenu() {
  const { employee, person, menus, workbench, workbenches } = useSession()
  const { tableOf } = useFeatures()
  const navigate = useNavigate()
  const change = useSwitchWorkbench()
  const [choosing, setChoosing] = useState(false)
  const badges = useBadges()
  const look = useLook()
  const name = employee?.employeeInfo.name || person?.nickname || ''
  const table = tableOf(workbench)
  const menu = menus && workbench ? menus[WORKBENCHES[workbench].menu] : []
  const pages = PAGES.filter(
    (page) =>
      (!('workbenches' in page) || (workbench && (page.workbenches as readonly string[]).includes(workbench))) &&
      (!('listed' in page) || listsPath(menu, page.path)) &&
      screenAt(table, page.path),
  )
  const waiting = pages.reduce((sum, page) => sum + (badges[page.path] ?? 0), 0)
  return (
    <>
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        menu={{
          selectedKeys: [lookKey(look)],
          items: [
            {
              key: 'who',
              type: 'group',
              label: (
                <span className="kb-user-company kb-block kb-clip kb-muted">
                  {employee?.company?.companyName ?? tr('未进入企业')}
                </span>
              ),
              children: [],
            },
            { key: 'company', label: tr('切换企业'), onClick: () => setChoosing(true) },
            { type: 'divider' },
            ...pages.map(({ key, label, path }) => ({
              key,
              label: <Entry label={label} count={badges[path] ?? 0} />,
              onClick: () => void navigate(path),
            })),
            ...(workbench !== 'expert' && workbenches.includes('expert')
              ? [{ key: 'expert', label: tr('切换至专家工作台'), onClick: () => change('expert') }]
              : []),
            { type: 'divider' },
            {
              key: 'look',
              label: `${tr('外观')}：${tr(LOOKS.find(({ value }) => value === look)!.label)}`,
              children: LOOKS.map(({ value, label }) => ({
                key: lookKey(value),
                label: tr(label),
                onClick: () => chooseLook(value),
              })),
            },
            {
              key: 'out',
              label: tr('退出登录'),
              onClick: () => void leave().then(() => goTo('/login', { replace: true })),
            },
          ],
        }}
      >
        <button type="button" className="kb-user kb-row kb-relative kb-nowrap">
          <span className="kb-avatar kb-place-centre kb-size-13 kb-accent kb-strong" aria-hidden="true">
            {person?.face ? <img src={person.face} alt="" /> : name.slice(-1)}
          </span>
          {waiting > 0 && (
            <span className="kb-unread-count kb-user-waiting" aria-hidden="true">
              {waiting > 99 ? '99+' : waiting}
            </span>
          )}
          <span className="kb-user-name">{name}</span>
          <span className="kb-said">
            {tr('用户菜单')}
            {waiting > 0 && `，${waiting} ${tr('件待办')}`}
          </span>
          <span className="kb-user-name" aria-hidden="true">
            ▾
          </span>
        </button>
      </Dropdown>
      {choosing && <CompanyDialog onClose={() => setChoosing(false)} />}
    </>
  )
}

const lookKey = (look: Look) => `look-${look}`

function Entry({ label, count }: { label: string; count: number }) {
  return (
    <span className="kb-row kb-gap-0 kb-between">
      {tr(label)}
      {count > 0 && (
        <span className="kb-tabs-count kb-size-12 kb-before-8 kb-soft kb-regular">{totalLabel(count)}</span>
      )}
    </span>
  )
}
