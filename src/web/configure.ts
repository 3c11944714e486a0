import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn.js'
import * as z from 'zod'
import { issueWords } from '#contract/issue-words.ts'

/** Chinese dates and Chinese words for what a form does not accept. */
export function configure(): void {
  dayjs.locale('zh-cn')
  z.config({ localeError: issueWords })
}
