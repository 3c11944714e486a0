export { askEach } from './ask.ts'
