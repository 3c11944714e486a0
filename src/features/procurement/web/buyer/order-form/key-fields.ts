import { Form } from 'antd'
import { useEffect } from 'react'
import type { Field } from '#web/kit/form-fields.tsx'
import { useCall } from '#web/use-call.ts'
import { quoteKeys } from '../../../contract/key-policy.ts'
import { isWeaker, KEY_MODES, KEY_PROOFS, KEY_STRENGTH, type KeyMode } from '../../../rules/key-mode.ts'
import { leastKeyInWords, leastKeyMode } from '../../../rules/key-policy.ts'
import { useBuyer } from '../use-buyer.ts'

/** Whose key opens the offers, and where suppliers release theirs without a hall, how long they may. */
export function useKeyFields(): (Field | false)[] {
  const { method, say } = useBuyer()
  const form = Form.useFormInstance()
  const isQuoted = method.keyModes.includes('timed')
  const policy = useCall(quoteKeys, {}, { enabled: isQuoted }).data
  const estimated = Form.useWatch<string | undefined>('estimatedPrice', form)
  const mode = Form.useWatch<KeyMode | undefined>(['settings', 'keyMode'], form)
  const price = estimated && /^\d+(\.\d{1,2})?$/.test(estimated) ? estimated : '0'
  const least = policy && isQuoted ? leastKeyMode(policy, price) : KEY_STRENGTH[0]
  const isLow = isQuoted && mode !== undefined && isWeaker(mode, least)
  // What the tenant decided is the least: nobody has to find out by being refused at the publication.
  useEffect(() => {
    if (isLow) form.setFieldValue(['settings', 'keyMode'], least)
  }, [form, isLow, least])
  if (method.keyModes.length < 2) return []
  const proof = mode && say(KEY_PROOFS[mode])
  const joint = '联合密钥仅支持国际算法，保存草稿后在采购单详情发起生成，就绪后方可发布。'
  const help = isQuoted
    ? `${policy && least !== 'timed' ? `${leastKeyInWords(policy, price)}。` : ''}${proof ?? ''}${mode === 'joint' ? joint : ''}`
    : '联合密钥仅支持国际算法，不能用于双信封；保存草稿后在标段详情发起生成，就绪后方可发布'
  return [
    {
      kind: 'radio',
      name: 'settings.keyMode',
      label: say('{offer}开启方式'),
      wide: true,
      options: KEY_STRENGTH.filter((value) => method.keyModes.includes(value)).map((value) => ({
        value,
        label: say(KEY_MODES[value]),
        disabled: isQuoted && isWeaker(value, least),
      })),
      help,
    },
    isQuoted &&
      mode !== 'timed' && {
        kind: 'integer',
        name: 'decryptMinutes',
        label: '提交密钥时限',
        min: 10,
        max: 480,
        unit: '分钟',
        help: '自报价截止起，供应商在此期间提交密钥',
      },
  ]
}
