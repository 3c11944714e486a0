import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { askText } from '#web/kit/ask-text.tsx'
import { DataTable } from '#web/kit/data-table.tsx'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { RowActions } from '#web/kit/list-parts.tsx'
import { Skeleton } from '#web/kit/states.tsx'
import { StatusTag, type Tone } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import {
  agreeAssociation,
  againAssociation,
  type AssociationRow,
  cancelAssociation,
  dropParent,
  dropSubCompany,
  ignoreAssociation,
  receivedPage,
  refuseAssociation,
  sentPage,
} from '../contract/associations.ts'
import { orgCompany, orgSubordinates, sortSubCompanies } from '../contract/departments.ts'
import { RelationKind, RelationStatus } from '../contract/shared.ts'
import { movedTo } from '../rules/tree.ts'
import { AppointDrawer } from './appoint-drawer.tsx'
import './association.css'
import { SendDrawer } from './send-drawer.tsx'

const TONES: Record<number, Tone> = {
  [-1]: 'neutral',
  0: 'active',
  1: 'success',
  2: 'danger',
  3: 'warning',
  4: 'neutral',
}

/** The companies above and below, and the requests of both sides. */
export function Screen() {
  const [search, setSearch] = useSearchParams()
  const isSent = search.get('side') === 'sent'
  const [sending, setSending] = useState(false)
  const actionsOf = useRequestActions()
  const empty = isSent
    ? { title: '还没有发出申请', hint: '向上级或下级企业发起关联，对方同意后生效' }
    : { title: '还没有收到申请', hint: '其他企业向贵企业发起关联时显示在这里' }
  return (
    <>
      <ListScreen
        key={isSent ? 'sent' : 'received'}
        title="上下级企业"
        endpoint={isSent ? sentPage : receivedPage}
        rowKey={(r) => r.associationId}
        filters={[
          { kind: 'text', name: 'keyword', label: '企业名称或信用代码' },
          { kind: 'select', name: 'status', label: '状态', options: RelationStatus.options },
        ]}
        columns={[
          {
            key: 'company',
            title: '对方企业',
            render: (r) => <MainCell title={r.companyName} code={r.creditCode} />,
          },
          {
            key: 'kind',
            title: isSent ? '申请对方成为' : '对方申请成为',
            width: 120,
            value: (r) => RelationKind.label(r.kind),
          },
          { key: 'message', title: '说明', value: (r) => r.message },
          {
            key: 'status',
            title: '状态',
            width: 90,
            render: (r) => <StatusTag label={RelationStatus.label(r.status)} tone={TONES[r.status] ?? 'neutral'} />,
          },
          { key: 'answer', title: '答复', value: (r) => r.answer },
          { key: 'sentBy', title: '申请人', width: 90, value: (r) => r.sentBy },
          { key: 'sentAt', title: '申请时间', kind: 'time', width: 120, value: (r) => r.sentAt },
        ]}
        rowActions={actionsOf}
        primary={{ label: '发起关联', onClick: () => setSending(true) }}
        empty={empty}
      >
        <Structure />
        <div className="kb-tabs kb-flex kb-gap-20 kb-scroll-x kb-rule" role="group" aria-label="关联申请">
          <button type="button" aria-pressed={!isSent} onClick={() => setSearch({})}>
            收到的申请
          </button>
          <button type="button" aria-pressed={isSent} onClick={() => setSearch({ side: 'sent' })}>
            发出的申请
          </button>
        </div>
      </ListScreen>
      {sending && <SendDrawer onClose={() => setSending(false)} />}
    </>
  )
}

/** The own company between the one above and those below. */
function Structure() {
  const own = useCall(orgCompany, {})
  const below = useCall(orgSubordinates, {})
  const [appointing, setAppointing] = useState<{ companyId: string; name: string } | null>(null)
  const drop = useAction(dropSubCompany, { success: '已解除关联' })
  const leave = useAction(dropParent, { success: '已解除关联' })
  const sort = useAction(sortSubCompanies)
  if (!own.data || !below.data) return <Skeleton lines={4} />
  const direct = below.data.filter((row) => row.depth === 1).map((row) => row.companyId)
  const move = (companyId: string, by: number) =>
    sort.run({ body: { companyIds: movedTo(direct, companyId, direct.indexOf(companyId) + by) } })
  const { parent } = own.data
  return (
    <section className="org-structure kb-below-24" aria-label="企业关系">
      <dl className="kb-below-12">
        <div>
          <dt>上级企业</dt>
          <dd className="kb-flex kb-gap-16 kb-tight kb-wrap">
            {parent ? (
              <>
                {parent.name}
                <RowActions
                  actions={[
                    {
                      label: '解除关联',
                      danger: true,
                      confirm: '解除后双方不再是上下级企业，统计不再合并。确认解除？',
                      onClick: () => leave.run(),
                    },
                  ]}
                />
              </>
            ) : (
              <span className="kb-muted">无</span>
            )}
          </dd>
        </div>
        <div>
          <dt>本企业</dt>
          <dd className="kb-flex kb-gap-16 kb-tight kb-wrap">
            {own.data.name}
            <span className="kb-muted">
              {own.data.departments} 个部门，{own.data.employees} 名在用员工
            </span>
          </dd>
        </div>
        <div>
          <dt>下级企业</dt>
          <dd className="kb-flex kb-gap-16 kb-tight kb-wrap">
            {below.data.length > 0 ? `${below.data.length} 家` : <span className="kb-muted">无</span>}
          </dd>
        </div>
      </dl>
      {below.data.length > 0 && (
        <DataTable
          label="下级企业"
          rows={below.data}
          rowKey={(r) => r.companyId}
          columns={[
            {
              key: 'name',
              title: '下级企业',
              render: (r) => (
                <div style={{ paddingLeft: (r.depth - 1) * 20 }}>
                  <MainCell title={r.name} code={r.creditCode} />
                </div>
              ),
            },
            { key: 'level', title: '层级', width: 80, value: (r) => `${r.depth}级` },
            { key: 'departments', title: '部门', kind: 'number', width: 70, value: (r) => r.departments },
            { key: 'employees', title: '在用员工', kind: 'number', width: 90, value: (r) => r.employees },
            {
              key: 'admins',
              title: '管理员',
              width: 160,
              value: (r) => r.administrators.map((one) => one.name).join('、'),
            },
          ]}
          renderEnd={(r) => (
            <RowActions
              actions={[
                { label: '任命管理员', onClick: () => setAppointing(r) },
                direct.indexOf(r.companyId) > 0 && { label: '上移', onClick: () => move(r.companyId, -1) },
                direct.includes(r.companyId) &&
                  direct.at(-1) !== r.companyId && { label: '下移', onClick: () => move(r.companyId, 1) },
                r.depth === 1 && {
                  label: '解除关联',
                  danger: true,
                  confirm: `解除后${r.name}及其下级不再属于本企业的下级。确认解除？`,
                  onClick: () => drop.run({ params: { subCompanyId: r.companyId } }),
                },
              ]}
            />
          )}
        />
      )}
      {appointing && <AppointDrawer company={appointing} onClose={() => setAppointing(null)} />}
    </section>
  )
}

/** What the server allows with a request, as actions of its row. */
function useRequestActions() {
  const agree = useAction(agreeAssociation, { success: '已同意，双方成为上下级企业' })
  const refuse = useAction(refuseAssociation, { success: '已拒绝' })
  const ignore = useAction(ignoreAssociation, { success: '已忽略' })
  const cancel = useAction(cancelAssociation, { success: '已取消' })
  const again = useAction(againAssociation, { success: '已再次发送' })
  const drop = useAction(dropSubCompany, { success: '已解除关联' })
  const leave = useAction(dropParent, { success: '已解除关联' })
  return (row: AssociationRow) => {
    const params = { id: row.associationId }
    const run: Record<string, () => unknown> = {
      agree: () =>
        askText({
          ...NOTE,
          title: `同意${row.companyName}成为${RelationKind.label(row.kind)}`,
          label: '答复（可不填）',
          run: (answer) => agree.run({ params, body: { answer } }),
        }),
      refuse: () =>
        askText({
          ...NOTE,
          title: `拒绝${row.companyName}的关联申请`,
          label: '拒绝原因（可不填）',
          run: (answer) => refuse.run({ params, body: { answer } }),
        }),
      ignore: () => ignore.run({ params, body: {} }),
      cancel: () => cancel.run({ params, body: {} }),
      again: () =>
        askText({
          ...NOTE,
          title: `再次向${row.companyName}发送申请`,
          label: '说明',
          initial: row.message,
          run: (message) => again.run({ params, body: { message } }),
        }),
      disassociate: () =>
        row.kind === RelationKind.values.child ? drop.run({ params: { subCompanyId: row.companyId } }) : leave.run(),
    }
    return row.actions.map(({ action, label, reason, confirm, danger }) => ({
      label,
      onClick: async () => void (await run[action]?.()),
      ...(reason ? { reason } : {}),
      ...(confirm ? { confirm } : {}),
      ...(danger ? { danger } : {}),
    }))
  }
}

/** A few words that go along with a step, where one likes. */
const NOTE = { least: 0, most: 200 }
