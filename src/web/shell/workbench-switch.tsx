import { Dropdown } from 'antd'
import { useLocation, useNavigate } from 'react-router'
import type { Workbench } from '#contract/workbench.ts'
import { WORKBENCHES } from '#contract/workbench.ts'
import { tr } from '../kit/labels.ts'
import { enterWorkbench, useSession } from './session.ts'

/** Switching a workbench leads to its home page, unless the person is there already. */
export function useSwitchWorkbench(): (workbench: Workbench) => void {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return (workbench) => {
    enterWorkbench(workbench)
    if (pathname !== '/') void navigate('/')
  }
}

/** Name of the workbench, with the others behind it. */
export function WorkbenchSwitch() {
  const { workbench, workbenches } = useSession()
  const change = useSwitchWorkbench()
  if (!workbench) return null
  const label = tr(WORKBENCHES[workbench].label)
  if (workbenches.length < 2) return <span className="kb-workbench kb-size-13 kb-frame kb-soft kb-nowrap">{label}</span>
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        selectedKeys: [workbench],
        items: workbenches.map((key) => ({ key, label: tr(WORKBENCHES[key].label), onClick: () => change(key) })),
      }}
    >
      <button
        type="button"
        className="kb-workbench kb-size-13 kb-frame kb-soft kb-nowrap"
        aria-label={`${label}，${tr('切换工作台')}`}
      >
        {label} <span aria-hidden="true">▾</span>
      </button>
    </Dropdown>
  )
}
