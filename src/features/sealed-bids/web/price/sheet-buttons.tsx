import { Button } from 'antd'
import { useRef, useState } from 'react'
import { toast } from '#web/feedback.ts'
import type { Room } from '../room.ts'
import type { Alternatives } from './alternatives-file.ts'
import { alternativeColumns, shapeOf } from './columns.ts'
import type { Prices } from './grid.ts'
import { downloadSheet, type ReadBook, uploadSheet } from './sheet-io.ts'

interface SheetButtonsProps {
  room: Room
  prices: Prices
  alternatives: Alternatives
  disabled: boolean
  onRead: (read: ReadBook) => void
}

/** The price sheet as an Excel file and back: made and read in this browser, the lines' ids inside. */
export function SheetButtons({ room, prices, alternatives, disabled, onRead }: SheetButtonsProps) {
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const { terms } = room
  const most = terms?.alternatives ?? 0
  const asked = {
    bill: { items: room.items, shape: shapeOf(room) },
    other: terms && most > 0 ? { columns: alternativeColumns(terms), most } : null,
  }
  const download = async () => {
    try {
      await downloadSheet(`报价单-${room.code}`, asked, { prices, alternatives })
    } catch {
      toast.error('报价单未能生成，请检查网络后重试')
    }
  }
  const read = async (file: File | undefined) => {
    if (input.current) input.current.value = ''
    if (!file) return
    setBusy(true)
    try {
      onRead(await uploadSheet(file, asked, prices))
    } catch {
      toast.error('文件无法读取，请选择 .xlsx 格式的报价单')
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button onClick={() => void download()}>下载报价单</Button>
      <Button disabled={disabled} loading={busy} onClick={() => input.current?.click()}>
        导入报价单
      </Button>
      <input
        ref={input}
        className="kb-upload-input"
        type="file"
        tabIndex={-1}
        accept=".xlsx"
        aria-label="选择报价单文件"
        onChange={(event) => void read(event.target.files?.[0])}
      />
    </>
  )
}
