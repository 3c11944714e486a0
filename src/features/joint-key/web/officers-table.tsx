import { ActionBar } from '#web/kit/action-bar.tsx'
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
        ...(isReady && onExcuse
          ? [
              {
                key: 'actions',
                title: '操作',
                width: 120,
                value: () => '',
                render: (officer: Officer) => (
                  <ActionBar actions={officer.actions} onAction={() => onExcuse(officer)} />
                ),
              },
            ]
          : []),
      ]}
    />
  )
}

const CHECKED = {
  key: 'checked',
  title: '最近自检',
  width: 150,
  value: (officer: Officer) => formatTime(officer.checkedAt) || '未自检',
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
