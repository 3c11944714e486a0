import { Button } from 'antd'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { openFile } from '#web/export.ts'
import { useDrawShare } from '#web/draw-share.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { askText } from '#web/kit/ask-text.tsx'
import { DataTable } from '#web/kit/data-table.tsx'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { DrawStageTag, DrawSteps } from '#web/kit/draw/draw-steps.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { cancelDraw, drawDetail, drawRecord, startDraw } from '../contract.ts'
import { type DrawAction, PLACES } from '../rules/draw.ts'
import { DrawDrawer, type SupplierDraw } from './draw-drawer.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { conditionText, drawTag, useRight } from './words.ts'

/** Ms between two looks while a draw goes on. */
const LOOK = 5000

/** A draw: from whom, how, and who was drawn. Whoever has the page open before it begins takes part in its randomness. */
export function Screen() {
  const { drawId = '' } = useParams()
  const params = { drawId }
  const query = useCall(drawDetail, { params }, { fresh: 0, every: LOOK })
  const state = query.data?.state
  useDrawShare(drawId, { joins: true, enabled: state === 'prepared' || state === 'drawing' })
  const [open, setOpen] = useState<'edit' | 'draw' | 'invite' | null>(null)
  const cancel = useAction(cancelDraw, { success: '抽取已取消' })
  const mayInvite = useRight('tendering')
  const close = () => setOpen(null)
  const act = (action: DrawAction) =>
    action === 'cancel'
      ? askText({
          title: '取消抽取',
          okText: '取消抽取',
          danger: true,
          run: (reason) => cancel.run({ params, body: { reason } }),
        })
      : setOpen(action as 'edit')
  return (
    <>
      <DetailScreen query={query} back={{ label: '供应商抽取', to: PLACES.list }}>
        {(draw) => ({
          title: draw.title,
          status: <StatusTag {...drawTag(draw.state)} />,
          facts: [`抽取 ${draw.number} 家，备选 ${draw.substitutes} 家`, draw.createdByName],
          actions: draw.actions,
          onAction: (action) => act(action as DrawAction),
          extra: draw.state === 'drawn' && (
            <>
              <Button onClick={() => void openFile(drawRecord, { params })}>下载抽取记录</Button>
              {mayInvite && (
                <Button type="primary" onClick={() => setOpen('invite')}>
                  列入受邀供应商
                </Button>
              )}
            </>
          ),
          sections: [
            draw.state === 'drawn' && { key: 'result', title: '抽取结果', content: <Result draw={draw} /> },
            {
              key: 'pool',
              title: draw.state === 'prepared' ? '可抽取的供应商' : '抽取范围',
              content: <Pool draw={draw} />,
            },
            { key: 'basis', title: '抽取条件', content: <Basis draw={draw} /> },
            {
              key: 'steps',
              title: '抽取过程',
              extra: <DrawStageTag draw={draw.draw} />,
              content: <DrawSteps draw={draw.draw} />,
            },
          ],
        })}
      </DetailScreen>
      {query.data && open === 'edit' && <DrawDrawer draw={query.data} onClose={close} />}
      {query.data && open === 'draw' && <StartDialog draw={query.data} onClose={close} />}
      {query.data && open === 'invite' && <InviteDialog draw={query.data} onClose={close} />}
    </>
  )
}

function StartDialog({ draw: { drawId, pool, number }, onClose }: { draw: SupplierDraw; onClose: () => void }) {
  const eligible = pool.filter(({ excluded }) => excluded === '').length
  return (
    <ActionDialog<typeof startDraw, { againReason?: string }>
      title="开始抽取"
      endpoint={startDraw}
      okText="开始抽取"
      hint={`可抽取 ${eligible} 家，抽取 ${number} 家。开始后范围和条件固定，结果由各方随机数和公共信标共同决定，任何人不能更改。`}
      fields={[
        {
          kind: 'area',
          name: 'againReason',
          label: '再次抽取的原因',
          maxLength: 500,
          rows: 2,
          help: '90 天内从相同范围抽取过的必须填写，每次抽取都留有记录',
        },
      ]}
      input={({ againReason = '' }) => ({ params: { drawId }, body: { againReason } })}
      success="抽取已开始，请保持页面打开"
      onClose={onClose}
    />
  )
}

function Result({ draw: { pool, number } }: { draw: SupplierDraw }) {
  return (
    <DataTable
      label="抽取结果"
      rows={pool.filter(({ rank }) => rank !== null)}
      rowKey={(row) => row.supplierId}
      columns={[
        { key: 'rank', title: '顺序', kind: 'number', width: 70, value: (row) => row.rank },
        { key: 'name', title: '供应商', isHead: true, value: (row) => row.name },
        { key: 'code', title: '统一社会信用代码', width: 200, value: (row) => row.creditCode },
        {
          key: 'as',
          title: '结果',
          width: 110,
          render: (row) =>
            row.rank! <= number ? <StatusTag label="抽中" tone="success" /> : <StatusTag label="备选" tone="active" />,
        },
      ]}
    />
  )
}

function Pool({ draw: { pool } }: { draw: SupplierDraw }) {
  if (pool.length === 0) return <p className="kb-muted">没有符合条件的供应商</p>
  return (
    <DataTable
      label="抽取范围"
      rows={pool}
      rowKey={(row) => row.supplierId}
      columns={[
        { key: 'name', title: '供应商', isHead: true, value: (row) => row.name },
        { key: 'code', title: '统一社会信用代码', width: 200, value: (row) => row.creditCode },
        {
          key: 'excluded',
          title: '能否抽取',
          width: 420,
          render: (row) =>
            row.excluded === '' ? <StatusTag label="可抽取" tone="success" /> : `不可抽取：${row.excluded}`,
        },
      ]}
    />
  )
}

function Basis({ draw }: { draw: SupplierDraw }) {
  return (
    <FieldList
      items={[
        { label: '用途', value: draw.purpose, wide: true },
        { label: '条件', value: conditionText(draw.conditions), wide: true },
        draw.againOf && {
          label: '再次抽取',
          wide: true,
          value: (
            <>
              <Link to={PLACES.detail(draw.againOf.drawId)}>{draw.againOf.title}</Link>之后，原因：{draw.againReason}
            </>
          ),
        },
        draw.cancelReason !== '' && { label: '取消原因', value: draw.cancelReason, wide: true },
        draw.poolHash && { label: '范围指纹', value: draw.poolHash.slice(0, 16) },
      ]}
    />
  )
}
