import { Select } from 'antd'
import { useState } from 'react'
import { toast } from '#web/feedback.ts'
import { openDialog } from '#web/kit/dialog.tsx'
import { TextBox } from '#web/kit/ask-text.tsx'
import { Labelled } from '#web/kit/labelled.tsx'
import type { Bidder } from '../review-data.ts'

interface Given {
  rule: string
  reason: string
}

/** 招标投标法实施条例第五十一条: what a review committee must reject a bid for. */
const RULES = [
  '投标文件未经投标单位盖章和单位负责人签字（《招标投标法实施条例》第五十一条第一项）',
  '投标联合体没有提交共同投标协议（《招标投标法实施条例》第五十一条第二项）',
  '投标人不符合国家或者招标文件规定的资格条件（《招标投标法实施条例》第五十一条第三项）',
  '同一投标人提交两个以上不同的投标文件或者投标报价（《招标投标法实施条例》第五十一条第四项）',
  '投标报价低于成本或者高于招标文件设定的最高投标限价（《招标投标法实施条例》第五十一条第五项）',
  '投标文件没有对招标文件的实质性要求和条件作出响应（《招标投标法实施条例》第五十一条第六项）',
  '投标人有串通投标、弄虚作假、行贿等违法行为（《招标投标法实施条例》第五十一条第七项）',
  '采购文件规定的其他否决情形',
]

/** Asks on which ground a bid is to be rejected. */
export function askRejection(bidder: Bidder, run: (given: Given) => Promise<boolean>): void {
  openDialog<Given>({
    title: `提议否决投标：${bidder.supplierName}`,
    width: 640,
    content: (state) => (
      <RejectionFields initialRule={bidder.overControlPrice ? RULES[4]! : ''} onChange={(given) => state.set(given)} />
    ),
    run: async (given) => {
      const { rule = '', reason = '' } = given ?? {}
      if (rule.trim().length >= 2 && reason.trim().length >= 2) return run({ rule: rule.trim(), reason: reason.trim() })
      toast.warning('请选择依据并填写否决原因')
      return false
    },
  })
}

function RejectionFields({ initialRule, onChange }: { initialRule: string; onChange: (given: Given) => void }) {
  const [given, setGiven] = useState<Given>({ rule: initialRule, reason: '' })
  const change = (part: Partial<Given>) => {
    const merged = { ...given, ...part }
    setGiven(merged)
    onChange(merged)
  }
  return (
    <>
      <p className="rv-dialog-hint kb-hint">
        提议由评标委员会全体成员表决，过半数同意的，该投标被否决。您的同意票随提议一并记录。
      </p>
      <Labelled label="依据">
        {(id) => (
          <Select
            id={id}
            className="kb-wide"
            placeholder="请选择否决依据"
            options={RULES.map((rule) => ({ value: rule, label: rule }))}
            {...(given.rule ? { value: given.rule } : {})}
            onChange={(rule: string) => change({ rule })}
          />
        )}
      </Labelled>
      <TextBox
        label="否决原因（写明投标文件的具体问题和所在页码）"
        most={1000}
        rows={4}
        onChange={(reason) => change({ reason })}
      />
    </>
  )
}
