import { Button, Checkbox, Modal, Radio } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { totalLabel } from '#contract/page.ts'
import type { PropsOf } from '#contract/slot.ts'
import type { PORTAL_SLOTS } from '#features/procurement/contract/slots.ts'
import { LIST, MOST_NOTICES } from '../rules.ts'
import { useExport } from './use-export.ts'
import { useTaker } from './use-taker.ts'
import './notice-exports.css'

type Props = PropsOf<typeof PORTAL_SLOTS.notices>

/** Above the list of notices: a supplier chooses some of the page, or all that the filters find. */
export function Part(props: Props) {
  const taker = useTaker()
  const [open, setOpen] = useState(false)
  if (!taker) return null
  if (taker === 'unknown')
    return (
      <p className="kb-below-8">
        <Link className="kb-size-13" to={LIST}>
          供应商登录后导出公告
        </Link>
      </p>
    )
  return (
    <p className="kb-row kb-gap-12 kb-flat kb-below-8">
      <Button size="small" onClick={() => setOpen(true)}>
        导出公告
      </Button>
      <Link className="kb-size-13" to={LIST}>
        导出记录
      </Link>
      {open && <Choice {...props} onClose={() => setOpen(false)} />}
    </p>
  )
}

function Choice({ rows, total, filters, onClose }: Props & { onClose: () => void }) {
  const [isAll, setIsAll] = useState(false)
  const [chosen, setChosen] = useState<string[]>(() => rows.map(({ noticeId }) => noticeId))
  const { busy, run } = useExport()
  const isTooMany = total > MOST_NOTICES
  const go = async () => {
    if (await run(isAll ? { filters } : { noticeIds: chosen })) onClose()
  }
  return (
    <Modal
      open
      title="导出公告"
      okText="下一步"
      cancelText="取消"
      confirmLoading={busy}
      okButtonProps={{ disabled: !isAll && chosen.length === 0 }}
      onOk={() => void go()}
      onCancel={onClose}
    >
      <Radio.Group
        className="kb-below-12"
        aria-label="导出范围"
        value={isAll}
        onChange={(event) => setIsAll(event.target.value as boolean)}
        options={[
          { value: false, label: '本页所选' },
          { value: true, label: `符合筛选条件的全部（${totalLabel(total)} 条）`, disabled: isTooMany },
        ]}
      />
      {isTooMany && (
        <p className="kb-note kb-below-8">一次最多导出 {MOST_NOTICES} 条，可先用筛选条件缩小范围，再分批导出</p>
      )}
      {!isAll && (
        <>
          <Checkbox
            checked={chosen.length === rows.length}
            indeterminate={chosen.length > 0 && chosen.length < rows.length}
            onChange={(event) => setChosen(event.target.checked ? rows.map(({ noticeId }) => noticeId) : [])}
          >
            全选本页（已选 {chosen.length} 条）
          </Checkbox>
          <Checkbox.Group
            className="notice-choice"
            value={chosen}
            onChange={setChosen}
            options={rows.map(({ noticeId, title }) => ({ value: noticeId, label: title }))}
          />
        </>
      )}
    </Modal>
  )
}
