import { Button } from 'antd'
import { ask } from '#web/feedback.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { tr } from '#web/kit/labels.ts'
import { ErrorState, Skeleton } from '#web/kit/states.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { ownSessions, revokeOtherSessions, revokeSession } from '../contract.ts'

/** Where the account is logged in, with a way to end each of the other sessions. */
export function OwnSessions() {
  const sessions = useCall(ownSessions)
  const revoke = useAction(revokeSession, { success: '已退出该设备' })
  const end = async (sessionId: string) => {
    if (await ask({ title: '退出该设备', content: '该设备需重新登录才能继续使用。', danger: true })) {
      await revoke.run({ params: { sessionId } })
    }
  }
  const revokeOthers = useAction(revokeOtherSessions, { success: '其他设备已全部退出' })
  const endOthers = async () => {
    const content = '除当前设备外全部退出登录；再次登录时按新设备验证。'
    if (await ask({ title: '退出其他设备', content, danger: true })) await revokeOthers.run()
  }
  if (sessions.error) return <ErrorState error={sessions.error} onRetry={() => void sessions.refetch()} />
  if (!sessions.data) return <Skeleton lines={3} />
  return (
    <>
      {sessions.data.length > 1 && (
        <p>
          <Button onClick={() => void endOthers()}>{tr('退出其他全部设备')}</Button>
        </p>
      )}
      <DataTable
        label="登录设备"
        rows={sessions.data}
        rowKey={(row) => row.sessionId}
        columns={[
          {
            key: 'device',
            title: '设备',
            render: (row) => (
              <span title={row.userAgent}>
                {deviceOf(row.userAgent)} {row.isCurrent && <StatusTag label="当前" tone="active" />}
              </span>
            ),
          },
          { key: 'ip', title: 'IP 地址', width: 160, value: (row) => row.ip },
          { key: 'created', title: '登录时间', kind: 'time', width: 150, value: (row) => row.createdAt },
          { key: 'seen', title: '最近使用', kind: 'time', width: 150, value: (row) => row.lastSeenAt },
        ]}
        renderEnd={(row) =>
          row.isCurrent ? null : (
            <Button type="link" size="small" danger onClick={() => void end(row.sessionId)}>
              {tr('退出')}
            </Button>
          )
        }
      />
    </>
  )
}

/** Browser and system in words; the whole string is the hint. */
function deviceOf(userAgent: string): string {
  const browser = /Edg\//.test(userAgent)
    ? 'Edge'
    : /Firefox\//.test(userAgent)
      ? 'Firefox'
      : /Chrome\//.test(userAgent)
        ? 'Chrome'
        : /Safari\//.test(userAgent)
          ? 'Safari'
          : tr('其他浏览器')
  const system = ['Windows', 'Android', 'iPhone', 'iPad', 'Mac OS', 'Linux'].find((name) => userAgent.includes(name))
  return system ? `${browser} · ${system}` : browser
}
