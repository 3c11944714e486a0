import { Button, Tooltip } from 'antd'
import { formatTime } from '#contract/time.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import type { JointCeremony } from '../contract.ts'
import { CeremonyStatus, OFFICER_ROLES } from '../rules.ts'

type Officer = JointCeremony['officers'][number]

/** Who holds a part, and how far each has come. `own`: the place of the person who looks. `onExcuse`: for the owner. */
export function OfficersTable({
  ceremony,
  own,
  onExcuse,
}: {
  ceremony: JointCeremony
  own?: number
  onExcuse?: (officer: Officer) => void
}) {
  const isReady = ceremony.status === CeremonyStatus.values.ready
  return (
    <DataTable
      label="保管人"
      rows={ceremony.officers}
      rowKey={(officer) => String(officer.index)}
      columns={[
        { key: 'index', title: '序号', kind: 'ordinal', width: 56, value: (officer) => officer.index },
        {
          key: 'name',
          title: '保管人',
          value: (officer) => officer.name,
          render: (officer) => (
            <>
              {officer.name}
              {officer.index === own && <span className="kb-muted">（本人）</span>}{' '}
              {officer.isLiar && <StatusTag label="数据不实" tone="danger" />}
              {officer.excused && <StatusTag label="已回避" tone="neutral" />}
              {officer.tie !== '' && <StatusTag label="应当回避" tone="danger" />}
            </>
          ),
        },
        { key: 'company', title: '单位', value: (officer) => officer.companyName },
        { key: 'role', title: '身份', width: 100, value: (officer) => OFFICER_ROLES[officer.role] },
        step('device', '登记设备', (officer) => officer.hasDevice),
        step('dealing', '分发分片', (officer) => officer.hasDealt),
        step('confirmation', '核对确认', (officer) => officer.hasConfirmed),
        ...(isReady ? [CHECKED] : []),
      ]}
      {...(isReady && onExcuse
        ? { renderEnd: (officer: Officer) => <Excuse officer={officer} onExcuse={onExcuse} /> }
        : {})}
    />
  )
}

/** What the table allows for one officer; red where there is a reason to. */
function Excuse({ officer, onExcuse }: { officer: Officer; onExcuse: (officer: Officer) => void }) {
  return officer.actions.map(({ action, label, reason }) => (
    <Tooltip key={action} title={reason}>
      <Button
        type="link"
        size="small"
        danger={officer.tie !== ''}
        disabled={reason !== undefined}
        aria-label={`${label}：${officer.name}`}
        onClick={() => onExcuse(officer)}
      >
        {label}
      </Button>
    </Tooltip>
  ))
}

const CHECKED = {
  key: 'checked',
  title: '最近自检',
  width: 150,
  value: (officer: Officer) => checkedOf(officer),
  render: (officer: Officer) =>
    officer.checkedAt ? formatTime(officer.checkedAt) : <span className="kb-muted">{checkedOf(officer)}</span>,
}

function checkedOf({ checkedAt, excused }: Officer): string {
  if (checkedAt) return formatTime(checkedAt)
  return excused ? '无需自检' : '未自检'
}

function step(key: string, title: string, isDone: (officer: Officer) => boolean) {
  return {
    key,
    title,
    width: 100,
    value: (officer: Officer) => (isDone(officer) ? '已完成' : '未完成'),
    render: (officer: Officer) =>
      isDone(officer) ? <StatusTag label="已完成" tone="success" /> : <span className="kb-muted">未完成</span>,
  }
}
