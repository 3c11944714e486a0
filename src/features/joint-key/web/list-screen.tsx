import { useNavigate } from 'react-router'
import { DataTable } from '#web/kit/data-table.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { useCall } from '#web/use-call.ts'
import { Button } from 'antd'
import { ownCeremonies } from '../contract.ts'
import { OwnInvitations } from './own-invitations.tsx'
import { OFFICER_ROLES } from '../rules.ts'
import { ceremonyTone } from './words.ts'

/** Joint keys of which the person holds a part. */
export function Screen() {
  const query = useCall(ownCeremonies)
  const navigate = useNavigate()
  return (
    <section className="kb-list">
      <PageHead title="我保管的联合密钥" facts={['须由多名保管人共同开启；每人的密钥只在本人设备上']} />
      <OwnInvitations />
      <WhenLoaded query={query}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState
              title="您目前不是任何联合密钥的保管人"
              hint="采购方把您指定为保管人后，会发送消息，并在首页待办中提示"
            />
          ) : (
            <DataTable
              label="联合密钥"
              rows={rows}
              rowKey={(row) => row.ceremonyId}
              columns={[
                {
                  key: 'order',
                  title: '项目（标段）',
                  render: (row) => (
                    <MainCell code={row.orderCode} title={row.orderTitle} to={`/joint-keys/${row.ceremonyId}`} />
                  ),
                },
                { key: 'role', title: '身份', width: 100, value: (row) => OFFICER_ROLES[row.role] },
                {
                  key: 'threshold',
                  title: '开启条件',
                  width: 160,
                  value: (row) => `${row.officers.length} 人中任意 ${row.threshold} 人`,
                },
                {
                  key: 'status',
                  title: '状态',
                  width: 110,
                  render: (row) => <StatusTag label={row.statusLabel} tone={ceremonyTone(row.status)} />,
                },
                { key: 'createdAt', title: '发起时间', kind: 'time', width: 150, value: (row) => row.createdAt },
              ]}
              renderEnd={(row) => {
                const next = row.actions.find((action) => action.primary && action.reason === undefined)
                return (
                  <Button type="link" size="small" onClick={() => void navigate(`/joint-keys/${row.ceremonyId}`)}>
                    {next ? next.label : '查看'}
                  </Button>
                )
              }}
            />
          )
        }
      </WhenLoaded>
    </section>
  )
}
