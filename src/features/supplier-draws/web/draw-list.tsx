import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { NotedTag } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { drawPage } from '../contract.ts'
import { DRAW_STATES, PLACES } from '../rules/draw.ts'
import { DrawDrawer } from './draw-drawer.tsx'
import { drawTag, useRight } from './words.ts'

/** Draws of suppliers of the own library. */
export function Screen() {
  const isKeeper = useRight('supplierManagement')
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ListScreen
        title="供应商抽取"
        endpoint={drawPage}
        rowKey={(row) => row.drawId}
        exportAs="供应商抽取"
        tabs={{
          param: 'state',
          tabs: [
            { value: '', label: '全部', countKey: 'all' },
            ...Object.entries(DRAW_STATES).map(([value, label]) => ({ value, label })),
          ],
        }}
        filters={[{ kind: 'text', name: 'keyword', label: '抽取名称' }]}
        columns={[
          {
            key: 'title',
            title: '抽取',
            value: (row) => row.title,
            render: (row) => <MainCell code={row.createdByName} title={row.title} to={PLACES.detail(row.drawId)} />,
          },
          { key: 'number', title: '抽取', kind: 'number', width: 80, value: (row) => row.number },
          { key: 'substitutes', title: '备选', kind: 'number', width: 80, value: (row) => row.substitutes },
          { key: 'drawn', title: '抽中', width: 320, value: (row) => row.drawn.join('、') },
          { key: 'at', title: '创建时间', kind: 'time', width: 140, value: (row) => row.createdAt },
          {
            key: 'state',
            title: '状态',
            width: 130,
            value: (row) => DRAW_STATES[row.state],
            render: (row) => <NotedTag {...drawTag(row.state)} notes={row.isAgain ? ['再次抽取'] : []} />,
          },
        ]}
        rowActions={(row) => [{ label: '查看', to: PLACES.detail(row.drawId) }]}
        {...(isKeeper && { primary: { label: '新建抽取', onClick: () => setOpen(true) } })}
        empty={{
          title: '还没有供应商抽取',
          hint: '按品类、等级、注册地和资质从供应商库中随机抽取，抽取过程可公开核验',
        }}
      />
      {isOpen && (
        <DrawDrawer onDone={(drawId) => void navigate(PLACES.detail(drawId))} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
