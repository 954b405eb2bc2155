/**
 * The fields of the kinds that the product decodes: k8s.io/api core, apps, batch, policy, scheduling (v0.37), in short.
 *
 * A line is "name:type". Types: s string, b bool, i int32, l int64, q Quantity, t Time, u MicroTime, n IntOrString,
 * y bytes, x anything, m map of strings (M: atomic), R map of quantities, D map of bytes; []T list (atomic), [k,…]T list
 * of objects told apart by keys, [=]T set; any other word is a row of this table. A "+" before the name: the field is
 * there even in an empty object (Go has no omitempty for it). Rows in ATOMIC are one value to server-side apply.
 */
export const ATOMIC = new Set([
  'LabelSelector',
  'NodeSelector',
  'NodeSelectorTerm',
  'ObjectReference',
  'LocalObjectReference',
  'TypedLocalObjectReference',
  'SecretKeySelector',
  'ConfigMapKeySelector',
  'FileKeySelector',
  'ObjectFieldSelector',
  'ResourceFieldSelector',
  'ScopeSelector',
]);

const META = '+metadata:ObjectMeta';
const whole = (rest: string): string => `apiVersion:s kind:s ${META} ${rest}`;
const HANDLERS = 'exec:ExecAction httpGet:HTTPGetAction tcpSocket:TCPSocketAction';
const CONDITION =
  '+type:s +status:s lastTransitionTime:t lastUpdateTime:t lastHeartbeatTime:t lastProbeTime:t reason:s message:s observedGeneration:l';

export const TYPES: Readonly<Record<string, string>> = {
  ObjectMeta:
    'name:s generateName:s namespace:s selfLink:s uid:s resourceVersion:s generation:l creationTimestamp:t deletionTimestamp:t deletionGracePeriodSeconds:l labels:m annotations:m ownerReferences:[uid]OwnerReference finalizers:[=]s managedFields:[]x',
  OwnerReference: '+apiVersion:s +kind:s +name:s +uid:s controller:b blockOwnerDeletion:b',
  LabelSelector: 'matchLabels:m matchExpressions:[]LabelSelectorRequirement',
  LabelSelectorRequirement: '+key:s +operator:s values:[]s',
  ObjectReference: 'kind:s namespace:s name:s uid:s apiVersion:s resourceVersion:s fieldPath:s',
  LocalObjectReference: 'name:s',
  TypedLocalObjectReference: 'apiGroup:s +kind:s +name:s namespace:s',
  Condition: CONDITION,

  Pod: whole('+spec:PodSpec +status:PodStatus'),
  PodTemplateSpec: `${META} +spec:PodSpec`,
  PodSpec:
    'volumes:[name]Volume initContainers:[name]Container +containers:[name]Container ephemeralContainers:[name]Container restartPolicy:s terminationGracePeriodSeconds:l activeDeadlineSeconds:l dnsPolicy:s nodeSelector:M serviceAccountName:s serviceAccount:s automountServiceAccountToken:b nodeName:s hostNetwork:b hostPID:b hostIPC:b shareProcessNamespace:b securityContext:PodSecurityContext imagePullSecrets:[name]LocalObjectReference hostname:s subdomain:s affinity:Affinity schedulerName:s tolerations:[]Toleration hostAliases:[ip]HostAlias priorityClassName:s priority:i dnsConfig:PodDNSConfig readinessGates:[]PodReadinessGate runtimeClassName:s enableServiceLinks:b preemptionPolicy:s overhead:R topologySpreadConstraints:[topologyKey,whenUnsatisfiable]TopologySpreadConstraint setHostnameAsFQDN:b os:PodOS hostUsers:b schedulingGates:[name]PodSchedulingGate resourceClaims:[name]PodResourceClaim resources:ResourceRequirements hostnameOverride:s workloadRef:x',
  Container:
    '+name:s image:s command:[]s args:[]s workingDir:s ports:[containerPort,protocol]ContainerPort envFrom:[]EnvFromSource env:[name]EnvVar +resources:ResourceRequirements resizePolicy:[]ContainerResizePolicy restartPolicy:s restartPolicyRules:[]x volumeMounts:[mountPath]VolumeMount volumeDevices:[devicePath]VolumeDevice livenessProbe:Probe readinessProbe:Probe startupProbe:Probe lifecycle:Lifecycle terminationMessagePath:s terminationMessagePolicy:s imagePullPolicy:s securityContext:SecurityContext stdin:b stdinOnce:b tty:b targetContainerName:s',
  ContainerPort: 'name:s hostPort:i +containerPort:i protocol:s hostIP:s',
  EnvFromSource: 'prefix:s configMapRef:ConfigMapEnvSource secretRef:ConfigMapEnvSource',
  ConfigMapEnvSource: 'name:s optional:b',
  EnvVar: '+name:s value:s valueFrom:EnvVarSource',
  EnvVarSource:
    'fieldRef:ObjectFieldSelector resourceFieldRef:ResourceFieldSelector configMapKeyRef:ConfigMapKeySelector secretKeyRef:SecretKeySelector fileKeyRef:FileKeySelector',
  ObjectFieldSelector: 'apiVersion:s +fieldPath:s',
  ResourceFieldSelector: 'containerName:s +resource:s divisor:q',
  ConfigMapKeySelector: 'name:s +key:s optional:b',
  SecretKeySelector: 'name:s +key:s optional:b',
  FileKeySelector: '+volumeName:s +path:s +key:s optional:b',
  ResourceRequirements: 'limits:R requests:R claims:[name]ResourceClaim',
  ResourceClaim: '+name:s request:s',
  ContainerResizePolicy: '+resourceName:s +restartPolicy:s',
  VolumeMount: '+name:s readOnly:b recursiveReadOnly:s +mountPath:s subPath:s mountPropagation:s subPathExpr:s',
  VolumeDevice: '+name:s +devicePath:s',
  Probe: `${HANDLERS} grpc:GRPCAction initialDelaySeconds:i timeoutSeconds:i periodSeconds:i successThreshold:i failureThreshold:i terminationGracePeriodSeconds:l`,
  ExecAction: 'command:[]s',
  HTTPGetAction: 'path:s +port:n host:s scheme:s httpHeaders:[]HTTPHeader',
  HTTPHeader: '+name:s +value:s',
  TCPSocketAction: '+port:n host:s',
  GRPCAction: '+port:i service:s',
  Lifecycle: 'postStart:LifecycleHandler preStop:LifecycleHandler stopSignal:s',
  LifecycleHandler: `${HANDLERS} sleep:SleepAction`,
  SleepAction: '+seconds:l',
  SecurityContext:
    'capabilities:Capabilities privileged:b seLinuxOptions:SELinuxOptions windowsOptions:x runAsUser:l runAsGroup:l runAsNonRoot:b readOnlyRootFilesystem:b allowPrivilegeEscalation:b procMount:s seccompProfile:SeccompProfile appArmorProfile:SeccompProfile',
  Capabilities: 'add:[]s drop:[]s',
  SELinuxOptions: 'user:s role:s type:s level:s',
  SeccompProfile: '+type:s localhostProfile:s',
  PodSecurityContext:
    'seLinuxOptions:SELinuxOptions windowsOptions:x runAsUser:l runAsGroup:l runAsNonRoot:b supplementalGroups:[]l supplementalGroupsPolicy:s fsGroup:l sysctls:[]Sysctl fsGroupChangePolicy:s seccompProfile:SeccompProfile appArmorProfile:SeccompProfile seLinuxChangePolicy:s',
  Sysctl: '+name:s +value:s',
  HostAlias: '+ip:s hostnames:[]s',
  PodDNSConfig: 'nameservers:[]s searches:[]s options:[]PodDNSConfigOption',
  PodDNSConfigOption: 'name:s value:s',
  PodReadinessGate: '+conditionType:s',
  PodOS: '+name:s',
  PodSchedulingGate: '+name:s',
  PodResourceClaim: '+name:s resourceClaimName:s resourceClaimTemplateName:s',
  Toleration: 'key:s operator:s value:s effect:s tolerationSeconds:l',
  TopologySpreadConstraint:
    '+maxSkew:i +topologyKey:s +whenUnsatisfiable:s labelSelector:LabelSelector minDomains:i nodeAffinityPolicy:s nodeTaintsPolicy:s matchLabelKeys:[]s',
  Affinity: 'nodeAffinity:NodeAffinity podAffinity:PodAffinity podAntiAffinity:PodAffinity',
  NodeAffinity:
    'requiredDuringSchedulingIgnoredDuringExecution:NodeSelector preferredDuringSchedulingIgnoredDuringExecution:[]PreferredSchedulingTerm',
  NodeSelector: '+nodeSelectorTerms:[]NodeSelectorTerm',
  NodeSelectorTerm: 'matchExpressions:[]NodeSelectorRequirement matchFields:[]NodeSelectorRequirement',
  NodeSelectorRequirement: '+key:s +operator:s values:[]s',
  PreferredSchedulingTerm: '+weight:i +preference:NodeSelectorTerm',
  PodAffinity:
    'requiredDuringSchedulingIgnoredDuringExecution:[]PodAffinityTerm preferredDuringSchedulingIgnoredDuringExecution:[]WeightedPodAffinityTerm',
  PodAffinityTerm:
    'labelSelector:LabelSelector namespaces:[]s +topologyKey:s namespaceSelector:LabelSelector matchLabelKeys:[]s mismatchLabelKeys:[]s',
  WeightedPodAffinityTerm: '+weight:i +podAffinityTerm:PodAffinityTerm',
  Volume:
    '+name:s hostPath:HostPathVolumeSource emptyDir:EmptyDirVolumeSource gcePersistentDisk:x awsElasticBlockStore:x gitRepo:x secret:SecretVolumeSource nfs:NFSVolumeSource iscsi:x glusterfs:x persistentVolumeClaim:PersistentVolumeClaimVolumeSource rbd:x flexVolume:x cinder:x cephfs:x flocker:x downwardAPI:DownwardAPIVolumeSource fc:x azureFile:x configMap:ConfigMapVolumeSource vsphereVolume:x quobyte:x azureDisk:x photonPersistentDisk:x projected:ProjectedVolumeSource portworxVolume:x scaleIO:x storageos:x csi:CSIVolumeSource ephemeral:EphemeralVolumeSource image:ImageVolumeSource',
  HostPathVolumeSource: '+path:s type:s',
  EmptyDirVolumeSource: 'medium:s sizeLimit:q',
  SecretVolumeSource: 'secretName:s items:[]KeyToPath defaultMode:i optional:b',
  ConfigMapVolumeSource: 'name:s items:[]KeyToPath defaultMode:i optional:b',
  KeyToPath: '+key:s +path:s mode:i',
  NFSVolumeSource: '+server:s +path:s readOnly:b',
  PersistentVolumeClaimVolumeSource: '+claimName:s readOnly:b',
  DownwardAPIVolumeSource: 'items:[]DownwardAPIVolumeFile defaultMode:i',
  DownwardAPIVolumeFile: '+path:s fieldRef:ObjectFieldSelector resourceFieldRef:ResourceFieldSelector mode:i',
  ProjectedVolumeSource: 'sources:[]VolumeProjection defaultMode:i',
  VolumeProjection:
    'secret:SecretVolumeSource downwardAPI:DownwardAPIVolumeSource configMap:ConfigMapVolumeSource serviceAccountToken:ServiceAccountTokenProjection clusterTrustBundle:x podCertificate:x',
  ServiceAccountTokenProjection: 'audience:s expirationSeconds:l +path:s',
  CSIVolumeSource: '+driver:s readOnly:b fsType:s volumeAttributes:m nodePublishSecretRef:LocalObjectReference',
  EphemeralVolumeSource: 'volumeClaimTemplate:PersistentVolumeClaimTemplate',
  PersistentVolumeClaimTemplate: `${META} +spec:PersistentVolumeClaimSpec`,
  ImageVolumeSource: 'reference:s pullPolicy:s',
  PodStatus:
    'observedGeneration:l phase:s conditions:[type]Condition message:s reason:s nominatedNodeName:s hostIP:s hostIPs:[]x podIP:s podIPs:[ip]PodIP startTime:t initContainerStatuses:[]ContainerStatus containerStatuses:[]ContainerStatus qosClass:s ephemeralContainerStatuses:[]ContainerStatus resize:s resourceClaimStatuses:[name]x extendedResourceClaimStatus:x allocatedResources:R resources:ResourceRequirements',
  PodIP: 'ip:s',
  ContainerStatus:
    '+name:s state:ContainerState lastState:ContainerState +ready:b +restartCount:i +image:s +imageID:s containerID:s started:b allocatedResources:R resources:ResourceRequirements volumeMounts:[mountPath]VolumeMountStatus user:x allocatedResourcesStatus:[name]x stopSignal:s',
  ContainerState: 'waiting:Waiting running:Running terminated:Terminated',
  Waiting: 'reason:s message:s',
  Running: 'startedAt:t',
  Terminated: '+exitCode:i signal:i reason:s message:s startedAt:t finishedAt:t containerID:s',
  VolumeMountStatus: '+name:s +mountPath:s readOnly:b recursiveReadOnly:s volumeStatus:x',

  Node: whole('+spec:NodeSpec +status:NodeStatus'),
  NodeSpec: 'podCIDR:s podCIDRs:[=]s providerID:s unschedulable:b taints:[]Taint configSource:x externalID:s',
  Taint: '+key:s value:s +effect:s timeAdded:t',
  NodeStatus:
    'capacity:R allocatable:R phase:s conditions:[type]Condition addresses:[type]NodeAddress +daemonEndpoints:NodeDaemonEndpoints +nodeInfo:NodeSystemInfo images:[]ContainerImage volumesInUse:[]s volumesAttached:[]x config:x runtimeHandlers:[]x features:x declaredFeatures:[]s',
  NodeAddress: '+type:s +address:s',
  ContainerImage: 'names:[]s sizeBytes:l',
  NodeDaemonEndpoints: '+kubeletEndpoint:DaemonEndpoint',
  DaemonEndpoint: '+Port:i',
  NodeSystemInfo:
    '+machineID:s +systemUUID:s +bootID:s +kernelVersion:s +osImage:s +containerRuntimeVersion:s +kubeletVersion:s +kubeProxyVersion:s +operatingSystem:s +architecture:s swap:x',
  Namespace: whole('+spec:NamespaceSpec +status:NamespaceStatus'),
  NamespaceSpec: 'finalizers:[]s',
  NamespaceStatus: 'phase:s conditions:[type]Condition',
  ConfigMap: whole('immutable:b data:m binaryData:D'),
  Secret: whole('immutable:b data:D stringData:m type:s'),
  ServiceAccount: whole(
    'secrets:[name]ObjectReference imagePullSecrets:[]LocalObjectReference automountServiceAccountToken:b',
  ),
  Service: whole('+spec:ServiceSpec +status:ServiceStatus'),
  ServiceSpec:
    'ports:[port,protocol]ServicePort selector:M clusterIP:s clusterIPs:[]s type:s externalIPs:[]s sessionAffinity:s loadBalancerIP:s loadBalancerSourceRanges:[]s externalName:s externalTrafficPolicy:s healthCheckNodePort:i publishNotReadyAddresses:b sessionAffinityConfig:x ipFamilies:[]s ipFamilyPolicy:s allocateLoadBalancerNodePorts:b loadBalancerClass:s internalTrafficPolicy:s trafficDistribution:s',
  ServicePort: 'name:s protocol:s appProtocol:s +port:i +targetPort:n nodePort:i',
  ServiceStatus: '+loadBalancer:LoadBalancerStatus conditions:[type]Condition',
  LoadBalancerStatus: 'ingress:[]x',
  ResourceQuota: whole('+spec:ResourceQuotaSpec +status:ResourceQuotaStatus'),
  ResourceQuotaSpec: 'hard:R scopes:[]s scopeSelector:ScopeSelector',
  ScopeSelector: 'matchExpressions:[]ScopeRequirement',
  ScopeRequirement: '+scopeName:s +operator:s values:[]s',
  ResourceQuotaStatus: 'hard:R used:R',
  LimitRange: whole('+spec:LimitRangeSpec'),
  LimitRangeSpec: '+limits:[]LimitRangeItem',
  LimitRangeItem: '+type:s max:R min:R default:R defaultRequest:R maxLimitRequestRatio:R',
  PersistentVolumeClaim: whole('+spec:PersistentVolumeClaimSpec +status:PersistentVolumeClaimStatus'),
  PersistentVolumeClaimSpec:
    'accessModes:[]s selector:LabelSelector +resources:VolumeResourceRequirements volumeName:s storageClassName:s volumeMode:s dataSource:TypedLocalObjectReference dataSourceRef:TypedLocalObjectReference volumeAttributesClassName:s',
  VolumeResourceRequirements: 'limits:R requests:R',
  PersistentVolumeClaimStatus:
    'phase:s accessModes:[]s capacity:R conditions:[type]Condition allocatedResources:R allocatedResourceStatuses:m currentVolumeAttributesClassName:s modifyVolumeStatus:x',

  Deployment: whole('+spec:DeploymentSpec +status:DeploymentStatus'),
  DeploymentSpec:
    'replicas:i +selector:LabelSelector +template:PodTemplateSpec +strategy:DeploymentStrategy minReadySeconds:i revisionHistoryLimit:i paused:b progressDeadlineSeconds:i',
  DeploymentStrategy: 'type:s rollingUpdate:RollingUpdate',
  RollingUpdate: 'maxUnavailable:n maxSurge:n partition:i',
  DeploymentStatus:
    'observedGeneration:l replicas:i updatedReplicas:i readyReplicas:i availableReplicas:i unavailableReplicas:i terminatingReplicas:i conditions:[type]Condition collisionCount:i',
  ReplicaSet: whole('+spec:ReplicaSetSpec +status:ReplicaSetStatus'),
  ReplicaSetSpec: 'replicas:i minReadySeconds:i +selector:LabelSelector template:PodTemplateSpec',
  ReplicaSetStatus:
    '+replicas:i fullyLabeledReplicas:i readyReplicas:i availableReplicas:i terminatingReplicas:i observedGeneration:l conditions:[type]Condition',
  StatefulSet: whole('+spec:StatefulSetSpec +status:StatefulSetStatus'),
  StatefulSetSpec:
    'replicas:i +selector:LabelSelector +template:PodTemplateSpec volumeClaimTemplates:[]PersistentVolumeClaim +serviceName:s podManagementPolicy:s +updateStrategy:DeploymentStrategy revisionHistoryLimit:i minReadySeconds:i persistentVolumeClaimRetentionPolicy:RetentionPolicy ordinals:Ordinals',
  RetentionPolicy: 'whenDeleted:s whenScaled:s',
  Ordinals: '+start:i',
  StatefulSetStatus:
    'observedGeneration:l +replicas:i readyReplicas:i currentReplicas:i updatedReplicas:i currentRevision:s updateRevision:s collisionCount:i conditions:[type]Condition +availableReplicas:i',
  DaemonSet: whole('+spec:DaemonSetSpec +status:DaemonSetStatus'),
  DaemonSetSpec:
    '+selector:LabelSelector +template:PodTemplateSpec +updateStrategy:DeploymentStrategy minReadySeconds:i revisionHistoryLimit:i',
  DaemonSetStatus:
    '+currentNumberScheduled:i +numberMisscheduled:i +desiredNumberScheduled:i +numberReady:i observedGeneration:l updatedNumberScheduled:i numberAvailable:i numberUnavailable:i collisionCount:i conditions:[type]Condition',
  Job: whole('+spec:JobSpec +status:JobStatus'),
  JobSpec:
    'parallelism:i completions:i activeDeadlineSeconds:l podFailurePolicy:PodFailurePolicy successPolicy:SuccessPolicy backoffLimit:i backoffLimitPerIndex:i maxFailedIndexes:i selector:LabelSelector manualSelector:b +template:PodTemplateSpec ttlSecondsAfterFinished:i completionMode:s suspend:b podReplacementPolicy:s managedBy:s',
  JobStatus:
    'conditions:[]Condition startTime:t completionTime:t active:i succeeded:i failed:i terminating:i completedIndexes:s failedIndexes:s uncountedTerminatedPods:UncountedTerminatedPods ready:i',
  UncountedTerminatedPods: 'succeeded:[=]s failed:[=]s',
  PodFailurePolicy: '+rules:[]PodFailurePolicyRule',
  PodFailurePolicyRule: '+action:s onExitCodes:OnExitCodes onPodConditions:[]OnPodCondition',
  OnExitCodes: 'containerName:s +operator:s values:[=]i',
  OnPodCondition: '+type:s status:s',
  SuccessPolicy: '+rules:[]SuccessPolicyRule',
  SuccessPolicyRule: 'succeededIndexes:s succeededCount:i',
  CronJob: whole('+spec:CronJobSpec +status:CronJobStatus'),
  CronJobSpec:
    '+schedule:s timeZone:s startingDeadlineSeconds:l concurrencyPolicy:s suspend:b +jobTemplate:JobTemplateSpec successfulJobsHistoryLimit:i failedJobsHistoryLimit:i',
  JobTemplateSpec: `${META} +spec:JobSpec`,
  CronJobStatus: 'active:[]ObjectReference lastScheduleTime:t lastSuccessfulTime:t',
  PodDisruptionBudget: whole('+spec:PodDisruptionBudgetSpec +status:PodDisruptionBudgetStatus'),
  PodDisruptionBudgetSpec: 'minAvailable:n selector:LabelSelector maxUnavailable:n unhealthyPodEvictionPolicy:s',
  PodDisruptionBudgetStatus:
    'observedGeneration:l disruptedPods:m +disruptionsAllowed:i +currentHealthy:i +desiredHealthy:i +expectedPods:i conditions:[type]Condition',
  ControllerRevision: whole('data:x +revision:l'),
  EndpointSlice: whole('+addressType:s +endpoints:[]Endpoint ports:[]EndpointPort'),
  Endpoint:
    '+addresses:[=]s +conditions:EndpointConditions hostname:s targetRef:ObjectReference deprecatedTopology:m nodeName:s zone:s hints:x',
  EndpointConditions: 'ready:b serving:b terminating:b',
  EndpointPort: 'name:s protocol:s port:i appProtocol:s',
  RuntimeClass: whole('+handler:s overhead:Overhead scheduling:RuntimeScheduling'),
  Overhead: 'podFixed:R',
  RuntimeScheduling: 'nodeSelector:M tolerations:[]Toleration',
  PersistentVolume: whole('+spec:PersistentVolumeSpec +status:PersistentVolumeStatus'),
  PersistentVolumeSpec:
    'capacity:R gcePersistentDisk:x awsElasticBlockStore:x hostPath:x glusterfs:x nfs:x rbd:x iscsi:x cinder:x cephfs:x fc:x flocker:x flexVolume:x azureFile:x vsphereVolume:x quobyte:x azureDisk:x photonPersistentDisk:x portworxVolume:x scaleIO:x local:x storageos:x csi:PersistentCSI accessModes:[]s claimRef:ObjectReference persistentVolumeReclaimPolicy:s storageClassName:s mountOptions:[]s volumeMode:s nodeAffinity:VolumeNodeAffinity volumeAttributesClassName:s',
  PersistentCSI:
    '+driver:s +volumeHandle:s readOnly:b fsType:s volumeAttributes:m controllerPublishSecretRef:x nodeStageSecretRef:x nodePublishSecretRef:x controllerExpandSecretRef:x nodeExpandSecretRef:x',
  VolumeNodeAffinity: 'required:NodeSelector',
  PersistentVolumeStatus: 'phase:s message:s reason:s lastPhaseTransitionTime:t',
  StorageClass: whole(
    '+provisioner:s parameters:m reclaimPolicy:s mountOptions:[]s allowVolumeExpansion:b volumeBindingMode:s allowedTopologies:[]TopologySelectorTerm',
  ),
  TopologySelectorTerm: 'matchLabelExpressions:[]TopologySelectorRequirement',
  TopologySelectorRequirement: '+key:s +values:[]s',
  CSINode: whole('+spec:CSINodeSpec'),
  CSINodeSpec: '+drivers:[name]CSINodeDriver',
  CSINodeDriver: '+name:s +nodeID:s +topologyKeys:[]s allocatable:VolumeNodeResources',
  VolumeNodeResources: 'count:i',
  CSIDriver: whole('+spec:CSIDriverSpec'),
  CSIDriverSpec:
    'attachRequired:b podInfoOnMount:b volumeLifecycleModes:[=]s storageCapacity:b fsGroupPolicy:s tokenRequests:[]x requiresRepublish:b seLinuxMount:b nodeAllocatableUpdatePeriodSeconds:l serviceAccountTokenInSecrets:b',
  CSIStorageCapacity: whole('nodeTopology:LabelSelector +storageClassName:s capacity:q maximumVolumeSize:q'),
  VolumeAttachment: whole('+spec:VolumeAttachmentSpec status:VolumeAttachmentStatus'),
  VolumeAttachmentSpec: '+attacher:s +source:VolumeAttachmentSource +nodeName:s',
  VolumeAttachmentSource: 'persistentVolumeName:s inlineVolumeSpec:PersistentVolumeSpec',
  VolumeAttachmentStatus: '+attached:b attachmentMetadata:m attachError:x detachError:x',
  PriorityClass: whole('+value:i globalDefault:b description:s preemptionPolicy:s'),
  HorizontalPodAutoscaler: whole('+spec:HorizontalPodAutoscalerSpec +status:HorizontalPodAutoscalerStatus'),
  HorizontalPodAutoscalerSpec:
    '+scaleTargetRef:CrossVersionObjectReference minReplicas:i +maxReplicas:i metrics:[]MetricSpec behavior:ScalingBehavior',
  CrossVersionObjectReference: '+kind:s +name:s apiVersion:s',
  MetricSpec:
    '+type:s resource:ResourceMetric containerResource:ContainerResourceMetric pods:PodsMetric object:ObjectMetric external:PodsMetric',
  ResourceMetric: '+name:s +target:MetricTarget',
  ContainerResourceMetric: '+name:s +target:MetricTarget +container:s',
  PodsMetric: '+metric:MetricIdentifier +target:MetricTarget',
  ObjectMetric: '+describedObject:CrossVersionObjectReference +target:MetricTarget +metric:MetricIdentifier',
  MetricTarget: '+type:s value:q averageValue:q averageUtilization:i',
  MetricIdentifier: '+name:s selector:LabelSelector',
  ScalingBehavior: 'scaleUp:ScalingRules scaleDown:ScalingRules',
  ScalingRules: 'stabilizationWindowSeconds:i selectPolicy:s policies:[]ScalingPolicy tolerance:q',
  ScalingPolicy: '+type:s +value:i +periodSeconds:i',
  HorizontalPodAutoscalerStatus:
    'observedGeneration:l lastScaleTime:t currentReplicas:i +desiredReplicas:i +currentMetrics:x conditions:[type]Condition',
  Lease: whole('+spec:LeaseSpec'),
  LeaseSpec:
    'holderIdentity:s leaseDurationSeconds:i acquireTime:u renewTime:u leaseTransitions:i strategy:s preferredHolder:s',
};
