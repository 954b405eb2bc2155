/**
 * Fields of the api-server's own (internal) types in Go's order: k8s.io/kubernetes pkg/apis/core/types.go (v1.35). They
 * have no JSON tags, so texts that show such a value have Go's names and leave nothing out.
 *
 * A field is "GoName:type" or "GoName=jsonName:type" where the served name is not the Go name with a small first letter. Types:
 * s text, b truth, i number, p a pointer to one of these, m a map, x a value with tags of its own (Quantity, LabelSelector,
 * Time), []T list, *T pointer to a row of this table, T the row itself; "<T" has the row's fields in its own place.
 */
export const INTERNAL: Readonly<Record<string, string>> = {
  PodSpec:
    'Volumes:[]Volume InitContainers:[]Container Containers:[]Container EphemeralContainers:[]EphemeralContainer RestartPolicy:s TerminationGracePeriodSeconds:p ActiveDeadlineSeconds:p DNSPolicy=dnsPolicy:s NodeSelector:m ServiceAccountName:s AutomountServiceAccountToken:p NodeName:s SecurityContext:*PodSecurityContext ImagePullSecrets:[]LocalObjectReference Hostname:s Subdomain:s SetHostnameAsFQDN:p Affinity:*Affinity SchedulerName:s Tolerations:[]Toleration HostAliases:[]HostAlias PriorityClassName:s Priority:p PreemptionPolicy:p DNSConfig=dnsConfig:*PodDNSConfig ReadinessGates:[]PodReadinessGate RuntimeClassName:p Overhead:m EnableServiceLinks:p TopologySpreadConstraints:[]TopologySpreadConstraint OS=os:*Named SchedulingGates:[]Named ResourceClaims:[]PodResourceClaim Resources:*ResourceRequirements HostnameOverride:p WorkloadRef:x',
  PodSecurityContext:
    'HostNetwork:b HostPID:b HostIPC:b ShareProcessNamespace:p HostUsers:p SELinuxOptions=seLinuxOptions:*SELinuxOptions WindowsOptions:*WindowsOptions RunAsUser:p RunAsGroup:p RunAsNonRoot:p SupplementalGroups:x SupplementalGroupsPolicy:p FSGroup=fsGroup:p FSGroupChangePolicy=fsGroupChangePolicy:p Sysctls:[]NameValue SeccompProfile:*Profile AppArmorProfile:*Profile SELinuxChangePolicy=seLinuxChangePolicy:p',
  WindowsOptions:
    'GMSACredentialSpecName=gmsaCredentialSpecName:p GMSACredentialSpec=gmsaCredentialSpec:p RunAsUserName:p HostProcess:p',
  SELinuxOptions: 'User:s Role:s Type:s Level:s',
  Profile: 'Type:s LocalhostProfile:p',
  NameValue: 'Name:s Value:s',
  Named: 'Name:s',
  LocalObjectReference: 'Name:s',
  Container:
    'Name:s Image:s Command:x Args:x WorkingDir:s Ports:[]ContainerPort EnvFrom:[]EnvFromSource Env:[]EnvVar Resources:ResourceRequirements ResizePolicy:[]ContainerResizePolicy RestartPolicy:p RestartPolicyRules:x VolumeMounts:[]VolumeMount VolumeDevices:[]VolumeDevice LivenessProbe:*Probe ReadinessProbe:*Probe StartupProbe:*Probe Lifecycle:*Lifecycle TerminationMessagePath:s TerminationMessagePolicy:s ImagePullPolicy:s SecurityContext:*SecurityContext Stdin:b StdinOnce:b TTY=tty:b',
  EphemeralContainer: '<Container TargetContainerName:s',
  ContainerPort: 'Name:s HostPort:i ContainerPort:i Protocol:s HostIP:s',
  EnvFromSource: 'Prefix:s ConfigMapRef:*OptionalReference SecretRef:*OptionalReference',
  OptionalReference: 'Name:s Optional:p',
  EnvVar: 'Name:s Value:s ValueFrom:*EnvVarSource',
  EnvVarSource:
    'FieldRef:*ObjectFieldSelector ResourceFieldRef:*ResourceFieldSelector ConfigMapKeyRef:*KeySelector SecretKeyRef:*KeySelector FileKeyRef:*FileKeySelector',
  ObjectFieldSelector: 'APIVersion=apiVersion:s FieldPath:s',
  ResourceFieldSelector: 'ContainerName:s Resource:s Divisor:x',
  KeySelector: 'Name:s Key:s Optional:p',
  FileKeySelector: 'VolumeName:s Path:s Key:s Optional:p',
  ResourceRequirements: 'Limits:m Requests:m Claims:[]ResourceClaim',
  ResourceClaim: 'Name:s Request:s',
  ContainerResizePolicy: 'ResourceName:s RestartPolicy:s',
  VolumeMount: 'Name:s ReadOnly:b RecursiveReadOnly:p MountPath:s SubPath:s MountPropagation:p SubPathExpr:s',
  VolumeDevice: 'Name:s DevicePath:s',
  Handler: 'Exec:*Exec HTTPGet=httpGet:*HTTPGet TCPSocket=tcpSocket:*TCPSocket',
  Exec: 'Command:x',
  HTTPGet: 'Path:s Port:x Host:s Scheme:s HTTPHeaders=httpHeaders:[]NameValue',
  TCPSocket: 'Port:x Host:s',
  GRPC: 'Port:i Service:p',
  Probe:
    '<Handler GRPC=grpc:*GRPC InitialDelaySeconds:i TimeoutSeconds:i PeriodSeconds:i SuccessThreshold:i FailureThreshold:i TerminationGracePeriodSeconds:p',
  Lifecycle: 'PostStart:*LifecycleHandler PreStop:*LifecycleHandler StopSignal:p',
  LifecycleHandler: '<Handler Sleep:*Sleep',
  Sleep: 'Seconds:i',
  SecurityContext:
    'Capabilities:*Capabilities Privileged:p SELinuxOptions=seLinuxOptions:*SELinuxOptions WindowsOptions:*WindowsOptions RunAsUser:p RunAsGroup:p RunAsNonRoot:p ReadOnlyRootFilesystem:p AllowPrivilegeEscalation:p ProcMount:p SeccompProfile:*Profile AppArmorProfile:*Profile',
  Capabilities: 'Add:x Drop:x',
  HostAlias: 'IP=ip:s Hostnames:x',
  PodDNSConfig: 'Nameservers:x Searches:x Options:[]DNSOption',
  DNSOption: 'Name:s Value:p',
  PodReadinessGate: 'ConditionType:s',
  PodResourceClaim: 'Name:s ResourceClaimName:p ResourceClaimTemplateName:p',
  Toleration: 'Key:s Operator:s Value:s Effect:s TolerationSeconds:p',
  TopologySpreadConstraint:
    'MaxSkew:i TopologyKey:s WhenUnsatisfiable:s LabelSelector:x MinDomains:p NodeAffinityPolicy:p NodeTaintsPolicy:p MatchLabelKeys:x',
  Affinity: 'NodeAffinity:*NodeAffinity PodAffinity:*PodAffinity PodAntiAffinity:*PodAffinity',
  NodeAffinity:
    'RequiredDuringSchedulingIgnoredDuringExecution:*NodeSelector PreferredDuringSchedulingIgnoredDuringExecution:[]PreferredTerm',
  NodeSelector: 'NodeSelectorTerms:[]NodeSelectorTerm',
  NodeSelectorTerm: 'MatchExpressions:[]Requirement MatchFields:[]Requirement',
  Requirement: 'Key:s Operator:s Values:x',
  PreferredTerm: 'Weight:i Preference:NodeSelectorTerm',
  PodAffinity:
    'RequiredDuringSchedulingIgnoredDuringExecution:[]PodAffinityTerm PreferredDuringSchedulingIgnoredDuringExecution:[]WeightedTerm',
  PodAffinityTerm:
    'LabelSelector:x Namespaces:x TopologyKey:s NamespaceSelector:x MatchLabelKeys:x MismatchLabelKeys:x',
  WeightedTerm: 'Weight:i PodAffinityTerm:PodAffinityTerm',
  Volume: 'Name:s <VolumeSource',
  VolumeSource:
    'HostPath:*HostPath EmptyDir:*EmptyDir GCEPersistentDisk=gcePersistentDisk:x AWSElasticBlockStore=awsElasticBlockStore:x GitRepo:x Secret:*SecretVolume NFS=nfs:*NFS ISCSI=iscsi:x Glusterfs:x PersistentVolumeClaim:*ClaimVolume RBD=rbd:x Quobyte:x FlexVolume:x Cinder:x CephFS=cephfs:x Flocker:x DownwardAPI:*DownwardAPI FC=fc:x AzureFile:x ConfigMap:*ConfigMapVolume VsphereVolume:x AzureDisk:x PhotonPersistentDisk:x Projected:*Projected PortworxVolume:x ScaleIO:x StorageOS=storageos:x CSI=csi:*CSI Ephemeral:*Ephemeral Image:*ImageVolume',
  HostPath: 'Path:s Type:p',
  EmptyDir: 'Medium:s SizeLimit:x',
  SecretVolume: 'SecretName:s Items:[]KeyToPath DefaultMode:p Optional:p',
  ConfigMapVolume: 'Name:s Items:[]KeyToPath DefaultMode:p Optional:p',
  KeyToPath: 'Key:s Path:s Mode:p',
  NFS: 'Server:s Path:s ReadOnly:b',
  ClaimVolume: 'ClaimName:s ReadOnly:b',
  DownwardAPI: 'Items:[]DownwardAPIFile DefaultMode:p',
  DownwardAPIFile: 'Path:s FieldRef:*ObjectFieldSelector ResourceFieldRef:*ResourceFieldSelector Mode:p',
  Projected: 'Sources:[]VolumeProjection DefaultMode:p',
  VolumeProjection:
    'Secret:*ProjectedItems DownwardAPI:*DownwardAPIProjection ConfigMap:*ProjectedItems ServiceAccountToken:*TokenProjection ClusterTrustBundle:x PodCertificate:x',
  ProjectedItems: 'Name:s Items:[]KeyToPath Optional:p',
  DownwardAPIProjection: 'Items:[]DownwardAPIFile',
  TokenProjection: 'Audience:s ExpirationSeconds:i Path:s',
  CSI: 'Driver:s ReadOnly:p FSType=fsType:p VolumeAttributes:m NodePublishSecretRef:*LocalObjectReference',
  Ephemeral: 'VolumeClaimTemplate:x',
  ClaimSpec:
    'AccessModes:x Selector:x Resources:ClaimResources VolumeName:s StorageClassName:p VolumeMode:p DataSource:*TypedReference DataSourceRef:*TypedNamespacedReference VolumeAttributesClassName:p',
  ClaimResources: 'Limits:m Requests:m',
  TypedReference: 'APIGroup=apiGroup:p Kind:s Name:s',
  TypedNamespacedReference: '<TypedReference Namespace:p',
  ImageVolume: 'Reference:s PullPolicy:s',
};
